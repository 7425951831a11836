import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import MessagingService

/// What who joins later and who left may read.
@Suite struct HistoryTests {
    @Test(
        arguments: [
            ([], 1, false), ([(0, nil)], 1, true), ([(4, nil)], 4, false), ([(4, nil)], 5, true), ([(4, 6)], 6, true), ([(4, 6)], 7, false),
            ([(0, 3), (7, nil)], 3, true), ([(0, 3), (7, nil)], 5, false), ([(0, 3), (7, nil)], 8, true)
        ] as [([(Int, Int?)], Int, Bool)])
    func whatAHistoryHolds(spans: [(Int, Int?)], sequence: Int, isHeld: Bool) {
        #expect(History(spans: spans.map { History.Span(after: $0.0, until: $0.1) }).holds(sequence) == isHeld)
    }

    private struct Clinic {
        let patient: World.Member
        let provider: World.Member
        let colleague: World.Member
        let conversation: ConversationID
    }

    /// A patient and a provider talk; `before` is said, with a file.
    private func clinic(_ world: World) async throws -> (Clinic, file: AttachmentID, first: MessageID) {
        let patient = try await world.member(.patient)
        let provider = try await world.member(.provider)
        let colleague = try await world.member(.provider)
        let made = try await world.converse(patient, provider, text: "before")
        let file = try await world.upload(Samples.png, patient).attachment.id
        let sent = try await world.send(
            .POST, "/conversations/\(made.id)/messages", patient, #"{"clientId":"picture","content":{"image":{"attachmentId":"\#(file)"}}}"#)
        #expect(sent.status == 201, "\(sent.text)")
        return (Clinic(patient: patient, provider: provider, colleague: colleague, conversation: made.id), file, try #require(made.lastMessage?.id))
    }

    private func join(_ world: World, _ clinic: Clinic) async throws {
        let path = "/conversations/\(clinic.conversation)/participants"
        let answer = try await world.send(.POST, path, clinic.patient, #"{"userId":"\#(clinic.colleague.id)"}"#)
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func leave(_ world: World, _ clinic: Clinic, _ member: World.Member) async throws -> Int {
        try await world.send(.DELETE, "/conversations/\(clinic.conversation)/participants/\(member.id)", member).status
    }

    /// Newest first, by sequence, page by page.
    private func read(_ world: World, _ clinic: Clinic, _ member: World.Member) async throws -> [Int] {
        var (sequences, after): ([Int], String) = ([], "")
        while true {
            let path = "/conversations/\(clinic.conversation)/items?limit=2\(after)"
            let page: PageBody<ItemBody> = try await world.get(path, member).decode()
            #expect(!page.items.isEmpty)
            sequences += page.items.map(\.sequence)
            guard let next = page.nextCursor else { return sequences }
            after = "&after=\(next)"
        }
    }

    @Test func whoJoinsLaterSeesNothingOfWhatWasBefore() async throws {
        try await World.run { world in
            let (clinic, file, first) = try await clinic(world)
            let path = "/conversations/\(clinic.conversation)"
            try await join(world, clinic)
            let joined = try await world.get(path, clinic.colleague).conversation
            #expect(joined.lastMessage == nil)
            #expect(joined.preview == "")
            #expect(joined.unreadCount == 0)
            #expect(try await read(world, clinic, clinic.colleague) == [3])
            #expect(try await world.get("/attachments/\(file)", clinic.colleague).status == 404)
            #expect(try await world.get("/attachments/\(file)", clinic.provider).status == 200)
            // Nor is what was before there for their words and marks.
            let reply = try await world.say("I see", clinic.colleague, in: clinic.conversation, replyToId: first)
            #expect(try reply.problem.fieldNames == ["replyToId"])
            let seen = try await world.send(.PUT, "\(path)/seen", clinic.colleague, #"{"itemId":"\#(first)"}"#)
            #expect(try seen.problem.fieldNames == ["itemId"])
            #expect(try await world.send(.DELETE, "/messages/\(first)", clinic.patient).status == 204)
            #expect(try await world.wholeFeed(clinic.colleague).map(\.kind) == ["item", "conversation"])
            #expect(try await world.wholeFeed(clinic.provider).last?.kind == "item.deleted")

            #expect(try await world.say("after", clinic.patient, in: clinic.conversation).status == 201)
            let shown = try await world.get(path, clinic.colleague).conversation
            #expect(shown.preview == "after")
            #expect(shown.unreadCount == 1)
            #expect(try await read(world, clinic, clinic.colleague) == [4, 3])
            #expect(try await read(world, clinic, clinic.provider) == [4, 3, 2, 1])
        }
    }

    @Test func whoLeftReadsWhatWasSaidUntilThen() async throws {
        try await World.run { world in
            let (clinic, file, first) = try await clinic(world)
            let path = "/conversations/\(clinic.conversation)"
            try await join(world, clinic)
            #expect(try await world.say("until now", clinic.patient, in: clinic.conversation).status == 201)
            // Nobody is made to go, and strangers hear of nothing.
            #expect(try await world.send(.DELETE, "\(path)/participants/\(clinic.provider.id)", clinic.patient).status == 403)
            let stranger = try await world.member(.provider)
            #expect(try await world.send(.DELETE, "\(path)/participants/\(stranger.id)", stranger).status == 404)

            #expect(try await leave(world, clinic, clinic.provider) == 204)
            #expect(try await leave(world, clinic, clinic.provider) == 204)
            let fed = try await world.wholeFeed(clinic.provider).count
            #expect(try await world.say("among us", clinic.patient, in: clinic.conversation).status == 201)
            #expect(try await world.send(.PUT, "\(path)/seen", clinic.colleague).status == 204)
            #expect(try await world.wholeFeed(clinic.provider).count == fed)

            #expect(try await read(world, clinic, clinic.provider) == [5, 4, 3, 2, 1])
            #expect(try await world.get("/attachments/\(file)", clinic.provider).status == 200)
            let shown = try await world.get(path, clinic.provider).conversation
            #expect(shown.leftAt != nil)
            #expect(shown.preview == "until now")
            #expect(shown.unreadCount == 0)
            #expect(Set(shown.participants.map(\.userId)) == [clinic.patient.id, clinic.colleague.id])
            #expect(shown.participants.allSatisfy { $0.seenSequence <= 5 && $0.typingAt == nil })
            let list: PageBody<ConversationBody> = try await world.get("/conversations", clinic.provider).decode()
            #expect(list.items.isEmpty)
            // They write and mark nothing any more.
            #expect(try await world.say("and", clinic.provider, in: clinic.conversation).status == 404)
            #expect(try await world.send(.PUT, "\(path)/typing", clinic.provider).status == 404)
            #expect(try await world.send(.PUT, "\(path)/seen", clinic.provider, #"{"itemId":"\#(first)"}"#).status == 404)
            #expect(try await world.send(.PATCH, path, clinic.provider, #"{"closed":true}"#).status == 404)

            let items: PageBody<ItemBody> = try await world.get("\(path)/items", clinic.patient).decode()
            #expect(items.items.compactMap(\.details?.event) == ["left", "joined"])
            let told = try await world.events(of: clinic.conversation.uuid)
            #expect(told == ["care.conversations.created.v1 1", "care.conversations.joined.v1 2", "care.conversations.left.v1 3"])
        }
    }

    @Test func whoComesBackMissesWhatWasBetween() async throws {
        try await World.run { world in
            let (clinic, _, _) = try await clinic(world)
            try await join(world, clinic)
            #expect(try await leave(world, clinic, clinic.colleague) == 204)
            #expect(try await world.say("between", clinic.patient, in: clinic.conversation).status == 201)
            try await join(world, clinic)
            #expect(try await read(world, clinic, clinic.colleague) == [6, 4, 3])
            #expect(try await read(world, clinic, clinic.patient) == [6, 5, 4, 3, 2, 1])
            let shown = try await world.get("/conversations/\(clinic.conversation)", clinic.colleague).conversation
            #expect(shown.leftAt == nil)
            #expect(shown.preview == "")
            // What they read the first time is an item of theirs, also for their mark, which only moves on.
            let all: PageBody<ItemBody> = try await world.get("/conversations/\(clinic.conversation)/items", clinic.patient).decode()
            func see(_ sequence: Int) async throws -> Int {
                let item = try #require(all.items.first { $0.sequence == sequence })
                return try await world.send(.PUT, "/conversations/\(clinic.conversation)/seen", clinic.colleague, #"{"itemId":"\#(item.id)"}"#).status
            }
            #expect(try await see(4) == 204)
            #expect(try await see(5) == 400)
            let marks = try await world.get("/conversations/\(clinic.conversation)", clinic.colleague).conversation.participants
            #expect(marks.filter { $0.userId == clinic.colleague.id }.map(\.seenSequence) == [5])
        }
    }

    @Test func whatOneLeftIsListed() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            var ids: [ConversationID] = []
            for index in 0..<4 {
                ids.append(try await world.converse(patient, provider, text: "number \(index)").id)
                guard index < 3 else { break }
                #expect(try await world.send(.DELETE, "/conversations/\(ids[index])/participants/\(provider.id)", provider).status == 204)
                world.passTime(1)
            }
            // Who is back has not left.
            let back = try await world.send(.POST, "/conversations/\(ids[1])/participants", patient, #"{"userId":"\#(provider.id)"}"#)
            #expect(back.status == 200)
            let first: PageBody<ConversationBody> = try await world.get("/conversations?left=true&limit=1", provider).decode()
            #expect(first.items.map(\.id) == [ids[2]])
            #expect(first.items.first?.preview == "number 2")
            let cursor = try #require(first.nextCursor)
            let last: PageBody<ConversationBody> = try await world.get("/conversations?left=true&limit=1&after=\(cursor)", provider).decode()
            #expect(last.items.map(\.id) == [ids[0]])
            #expect(last.nextCursor == nil)
            // Of which list it would be nobody knows: what is wrong is told, and a good place is not called wrong.
            let unclear = try await world.get("/conversations?left=maybe&limit=0&after=\(cursor)", provider)
            #expect(try unclear.problem.fieldNames == ["left", "limit"])
            let none: PageBody<ConversationBody> = try await world.get("/conversations?left=true", patient).decode()
            #expect(none.items.isEmpty)
        }
    }

    @Test func whereThePatientLeftNobodyGoesOn() async throws {
        try await World.run { world in
            let (clinic, _, _) = try await clinic(world)
            #expect(try await leave(world, clinic, clinic.patient) == 204)
            let refused = try await world.say("hello?", clinic.provider, in: clinic.conversation)
            #expect(try refused.problem.slug == "conversation-closed")
            let reopened = try await world.send(.PATCH, "/conversations/\(clinic.conversation)", clinic.provider, #"{"closed":false}"#)
            #expect(reopened.status == 409)
            #expect(try reopened.problem.slug == "patient-left")
            let told = try await world.events(of: clinic.conversation.uuid)
            #expect(told == ["care.conversations.created.v1 1", "care.conversations.left.v1 2", "care.conversations.closed.v1 3"])
            #expect(try await read(world, clinic, clinic.patient) == [3, 2, 1])
            // What is erased with them is told to who stays.
            try await world.erase(clinic.patient)
            let items: PageBody<ItemBody> = try await world.get("/conversations/\(clinic.conversation)/items", clinic.provider).decode()
            #expect(items.items.allSatisfy { $0.content == nil })
            #expect(try await world.wholeFeed(clinic.provider).last?.kind == "conversation")
            #expect(try await world.count("SELECT count(*) FROM departures") == 0)
        }
    }

    /// Appointments are told of where both still are.
    @Test func theNextAppointmentBeginsAnotherConversation() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            func book() async throws {
                let start = world.dependencies.moment().addingTimeInterval(86_400)
                let booked = AppointmentBooked(
                    appointmentId: AppointmentID(.v7()), version: 1, patientId: patient.id, providerId: provider.id, startTime: start,
                    endTime: start.addingTimeInterval(1800))
                _ = try await world.pool.transaction { tx in try await world.tell(AppointmentNews(booked), tx) }
            }
            try await book()
            let first: PageBody<ConversationBody> = try await world.get("/conversations", patient).decode()
            let left = try #require(first.items.first?.id)
            #expect(try await world.send(.DELETE, "/conversations/\(left)/participants/\(patient.id)", patient).status == 204)
            try await book()
            try await book()
            let second: PageBody<ConversationBody> = try await world.get("/conversations", patient).decode()
            #expect(second.items.count == 1)
            #expect(second.items.first?.id != left)
            #expect(second.items.first?.unreadCount == 2)
        }
    }

    /// Each stretch of what they may read is looked at with every page that they ask for: in and out goes on for a hundred times.
    @Test func whoHasLeftOftenIsNotBroughtInAgain() async throws {
        try await World.run { world in
            let (clinic, _, _) = try await clinic(world)
            try await join(world, clinic)
            #expect(try await leave(world, clinic, clinic.colleague) == 204)
            try await world.pool.withConnection {
                try await $0.execute(
                    """
                    INSERT INTO departures (conversation_id, user_id, joined_sequence, left_sequence, left_at)
                    SELECT \(clinic.conversation)::uuid, \(clinic.colleague.id)::uuid, 1000 + 2 * n, 1001 + 2 * n, now()
                    FROM generate_series(1, \(ConversationRule.mostDepartures - 2)::bigint) AS n
                    """)
            }
            try await join(world, clinic)
            #expect(try await leave(world, clinic, clinic.colleague) == 204)
            #expect(try await world.count("SELECT count(*) FROM departures") == ConversationRule.mostDepartures)
            for member in [clinic.patient, clinic.provider] {
                let path = "/conversations/\(clinic.conversation)/participants"
                let refused = try await world.send(.POST, path, member, #"{"userId":"\#(clinic.colleague.id)"}"#)
                #expect(try refused.status == 409 && refused.problem.slug == "quota-exceeded")
                let numbers: QuotaBody = try refused.decode()
                #expect(numbers.limit == ConversationRule.mostDepartures && numbers.used == ConversationRule.mostDepartures)
            }
            #expect(try await world.get("/conversations/\(clinic.conversation)/items", clinic.colleague).status == 200)
        }
    }

    /// Who leaves while others write: what they read ends with their leaving, without a gap, and what they are told too.
    @Test(.timeLimit(.minutes(3))) func leavingAmongMessages() async throws {
        try await World.run { world in
            let (clinic, _, _) = try await clinic(world)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<20 { group.addTask { try await world.say("\(index)", clinic.patient, in: clinic.conversation).status } }
                for _ in 0..<3 { group.addTask { try await leave(world, clinic, clinic.provider) } }
                for try await status in group { #expect([201, 204].contains(status)) }
            }
            let sequences = try await read(world, clinic, clinic.provider)
            #expect(sequences == (1...sequences.count).reversed())
            #expect(try await world.wholeFeed(clinic.provider).compactMap(\.item?.sequence) == Array(1...sequences.count))
            #expect(try await world.count("SELECT count(*) FROM departures") == 1)
        }
    }
}
