import CareModels
import Foundation
import HTTP
import Postgres
import ServiceTestKit
import Testing

@testable import MessagingService

/// What holds whatever happens at the same time.
@Suite struct RaceTests {
    @Test(.timeLimit(.minutes(5))) func twoHundredMessagesAtOnceLeaveNoGap() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let providers = [try await world.member(.provider), try await world.member(.provider)]
            let conversation = try await world.converse(patient, providers[0], providers[1], text: nil).id
            let everyone = [patient] + providers
            try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<200 {
                    let author = everyone[index % 3]
                    group.addTask { try await world.say("message \(index)", author, in: conversation).status }
                }
                for try await status in group { #expect(status == 201) }
            }
            var items: [ItemBody] = []
            var path = "/conversations/\(conversation)/items?limit=200"
            while true {
                let page: PageBody<ItemBody> = try await world.get(path, patient).decode()
                items += page.items
                guard let next = page.nextCursor else { break }
                path = "/conversations/\(conversation)/items?limit=200&after=\(next)"
            }
            #expect(items.map(\.sequence) == (1...200).reversed())
            #expect(Set(items.compactMap(\.content?.text)).count == 200)
            for member in everyone {
                let entries = try await world.wholeFeed(member)
                // The conversation's beginning, then each message.
                #expect(entries.map(\.sequence) == Array(1...201))
                #expect(entries.compactMap(\.item?.sequence) == Array(1...200))
                #expect(try await world.events(of: member.id.uuid) == (1...201).map { "care.feed.advanced.v1 \($0)" })
            }
        }
    }

    /// Conversations that share people in every order, and marks that move meanwhile: commits that lock several feeds.
    @Test(.timeLimit(.minutes(5))) func crossingConversationsNeitherDeadlockNorLeaveGaps() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            var providers: [World.Member] = []
            for _ in 0..<4 { providers.append(try await world.member(.provider)) }
            var conversations: [(id: ConversationID, members: [World.Member])] = []
            for first in 0..<4 {
                for second in 0..<4 where first != second {
                    let id = try await world.converse(providers[first], providers[second], text: nil).id
                    conversations.append((id, [providers[first], providers[second]]))
                }
                conversations.append((try await world.converse(patient, providers[first], text: nil).id, [patient, providers[first]]))
            }
            let known = conversations
            try await withThrowingTaskGroup(of: Int.self) { group in
                for round in 0..<10 {
                    for conversation in known {
                        group.addTask { try await world.say("round \(round)", conversation.members[round % 2], in: conversation.id).status }
                        group.addTask { try await world.send(.PUT, "/conversations/\(conversation.id)/seen", conversation.members[0]).status }
                    }
                }
                for try await status in group { #expect(status == 201 || status == 204) }
            }
            for member in providers + [patient] {
                let entries = try await world.wholeFeed(member)
                #expect(entries.map(\.sequence) == Array(1...entries.count))
                let mine = known.filter { $0.members.contains { $0.id == member.id } }
                #expect(entries.count { $0.kind == "item" } == mine.count * 10)
            }
        }
    }

    @Test func aResentClientIdMakesNoSecondMessage() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let conversation = try await world.converse(patient, provider, text: nil).id
            let other = try await world.converse(patient, provider, text: nil).id
            let answers = try await together(20) { _ in try await world.say("once", patient, in: conversation, clientId: "the-one") }
            #expect(answers.count { $0.status == 201 } == 1)
            #expect(answers.count { $0.status == 200 } == 19)
            #expect(Set(try answers.map { try $0.item.id }).count == 1)
            #expect(try await world.count("SELECT count(*) FROM items") == 1)
            #expect(try await world.wholeFeed(provider).count { $0.kind == "item" } == 1)
            // The same id for other words, or elsewhere, is a mistake; another author's ids are their own.
            #expect(try await world.say("twice", patient, in: conversation, clientId: "the-one").status == 422)
            #expect(try await world.say("once", patient, in: other, clientId: "the-one").status == 422)
            #expect(try await world.say("once", provider, in: conversation, clientId: "the-one").status == 201)
        }
    }

    @Test func aConversationBegunTwiceIsOne() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let body = #"{"participantIds":["\#(provider.id)"],"initialMessage":{"clientId":"first","content":{"text":"Hello"}}}"#
            let answers = try await together(8) { _ in try await world.send(.POST, "/conversations", patient, body) }
            #expect(answers.allSatisfy { [200, 201].contains($0.status) }, "\(answers.map(\.status))")
            #expect(Set(try answers.map { try $0.conversation.id }).count == 1)
            #expect(try await world.count("SELECT count(*) FROM conversations") == 1)
        }
    }

    @Test(.timeLimit(.minutes(5))) func anotherPersonIsNotKeptWaiting() async throws {
        try await World.run(size: 3, writesAtOnce: 2) { world in
            let (patient, other, provider) = (try await world.member(.patient), try await world.member(.patient), try await world.member(.provider))
            let (conversation, theirs) = (try await world.converse(patient, provider).id, try await world.converse(other, provider).id)
            let lock = { (tx: Transaction) async throws -> Void in
                try await tx.execute("SELECT FROM conversations WHERE id = \(conversation) FOR UPDATE")
                try await tx.execute("SELECT FROM participations WHERE conversation_id = \(conversation) FOR UPDATE")
            }
            try await world.expectNobodyIsKeptWaiting(
                .person(patient.id), lock: lock,
                flood: { number in
                    if number % 2 == 0 { return try await world.say("\(number)", patient, in: conversation) }
                    return try await world.send(.PUT, "/conversations/\(conversation)/seen", patient)
                },
                others: { try await world.say("mine", other, in: theirs) })
        }
    }
}
