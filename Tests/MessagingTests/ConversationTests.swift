import CareModels
import Foundation
import JSON
import Postgres
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite struct ConversationTests {
    @Test func aPatientWritesToAProviderAndBothSeeIt() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient, fullName: "Pat Ient")
            let provider = try await world.member(.provider, fullName: "Dr. Okafor")
            let made = try await world.converse(patient, provider, text: "It hurts here", title: "My knee")
            #expect(made.title == "My knee")
            #expect(made.preview == "It hurts here")
            #expect(made.unreadCount == 0)
            #expect(made.lastMessage?.sequence == 1)
            #expect(Set(made.participants.map(\.userId)) == [patient.id, provider.id])

            let seen = try await world.get("/conversations/\(made.id)", provider).conversation
            #expect(seen.title == "My knee")
            #expect(seen.unreadCount == 1)
            #expect(seen.participant(patient.id)?.fullName == "Pat Ient")
            #expect(seen.lastMessage?.clientId == nil)
            let list: PageBody<ConversationBody> = try await world.get("/conversations", provider).decode()
            #expect(list.items.map(\.id) == [made.id])

            let answer = try await world.say("Which knee?", provider, in: made.id, replyToId: made.lastMessage?.id)
            #expect(answer.status == 201)
            let reply = try answer.item
            #expect(reply.sequence == 2)
            #expect(reply.replyToId == made.lastMessage?.id)
            #expect(try await world.events(of: made.id.uuid) == ["care.conversations.created.v1 1"])
            #expect(try await world.events(of: reply.id.uuid) == ["care.messages.sent.v1 1"])

            let items: PageBody<ItemBody> = try await world.get("/conversations/\(made.id)/items", patient).decode()
            #expect(items.items.map(\.content?.text) == ["Which knee?", "It hurts here"])
            #expect(items.nextCursor == nil)
        }
    }

    @Test func conversationsAndItemsComeInPages() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            var ids: [ConversationID] = []
            for index in 0..<5 {
                ids.append(try await world.converse(patient, provider, text: "number \(index)").id)
                world.passTime(1)
            }
            var found: [ConversationID] = []
            var path = "/conversations?limit=2"
            while true {
                let page: PageBody<ConversationBody> = try await world.get(path, patient).decode()
                found += page.items.map(\.id)
                guard let next = page.nextCursor else { break }
                path = "/conversations?limit=2&after=\(next)"
            }
            #expect(found == ids.reversed())

            for index in 2...7 { #expect(try await world.say("text \(index)", patient, in: ids[0]).status == 201) }
            var sequences: [Int] = []
            path = "/conversations/\(ids[0])/items?limit=3"
            while true {
                let page: PageBody<ItemBody> = try await world.get(path, provider).decode()
                sequences += page.items.map(\.sequence)
                guard let next = page.nextCursor else { break }
                path = "/conversations/\(ids[0])/items?limit=3&after=\(next)"
            }
            #expect(sequences == [7, 6, 5, 4, 3, 2, 1])
            // What was written last is on top.
            let top: PageBody<ConversationBody> = try await world.get("/conversations?limit=1", patient).decode()
            #expect(top.items.first?.id == ids[0])

            // A place in one list is none in another, though its fields are alike.
            let items: PageBody<ItemBody> = try await world.get("/conversations/\(ids[0])/items?limit=3", patient).decode()
            let others = [
                ("/conversations/\(ids[1])/items", items.nextCursor), ("/conversations?left=true", top.nextCursor), ("/notifications", top.nextCursor),
                ("/blocks", top.nextCursor)
            ]
            for (other, cursor) in others {
                let after = try #require(cursor)
                let asked = other + (other.contains("?") ? "&after=" : "?after=") + after
                #expect(try await world.get(asked, patient).problem.fieldNames == ["after"], "\(other)")
            }
        }
    }

    /// Who pages while others write misses nothing but what moved to the top, of which the feed tells, and sees nothing twice.
    @Test func theListIsPagedWhileConversationsMove() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let colleague = try await world.member(.provider)
            var ids: [ConversationID] = []
            for _ in 0..<6 {
                // Two of them change at the same instant.
                if ids.count != 3 { world.passTime(1) }
                ids.append(try await world.converse(patient, provider).id)
            }
            func page(_ after: String?) async throws -> PageBody<ConversationBody> {
                let cursor = after.map { "&after=\($0)" } ?? ""
                return try await world.get("/conversations?limit=2\(cursor)", provider).decode()
            }
            let first = try await page(nil)
            world.passTime(1)
            // One that was shown, and one that was not yet.
            _ = try await world.say("I am here", patient, in: ids[5])
            let joined = try await world.send(.POST, "/conversations/\(ids[1])/participants", patient, #"{"userId":"\#(colleague.id)"}"#)
            #expect(joined.status == 200)
            let second = try await page(first.nextCursor)
            let third = try await page(second.nextCursor)
            let ties: [ConversationID] = [ids[2], ids[3]].sorted().reversed()
            let expected: [ConversationID] = [ids[5], ids[4]] + ties + [ids[0]]
            let found: [ConversationID] = [first, second, third].flatMap { $0.items.map(\.id) }
            #expect(found == expected)
            #expect(third.nextCursor == nil)
            let top = Set(try await page(nil).items.map(\.id))
            #expect(top == [ids[1], ids[5]])
            let list: PageBody<ConversationBody> = try await world.get("/conversations", colleague).decode()
            #expect(list.items.map(\.id) == [ids[1]])
            let astray = try await world.count(
                """
                SELECT count(*) FROM participations p JOIN conversations c ON c.id = p.conversation_id WHERE p.updated_at <> c.updated_at
                """)
            #expect(astray == 0)
        }
    }

    @Test func whoMayTalkWithWhom() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let stranger = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let colleague = try await world.member(.provider)
            func begin(_ starter: World.Member, _ ids: [UserID]) async throws -> Answer {
                let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
                return try await world.send(.POST, "/conversations", starter, #"{"participantIds":[\#(list)]}"#)
            }
            // Two patients, an unknown person, a patient who is nobody's yet: all the same answer.
            for (starter, others) in [(patient, [stranger.id]), (patient, [UserID(.v7())]), (provider, [patient.id]), (provider, [UserID(.v7())])] {
                let answer = try await begin(starter, others)
                #expect(answer.status == 403)
                #expect(try answer.problem.slug == "participants-not-allowed")
            }
            #expect(try await begin(patient, []).status == 400)
            #expect(try await begin(patient, [patient.id]).status == 400)
            #expect(try await begin(patient, (0..<10).map { _ in UserID(.v7()) }).status == 400)
            #expect(try await begin(provider, [colleague.id]).status == 201)
            #expect(try await begin(patient, [provider.id]).status == 201)
            // Now they know each other.
            #expect(try await begin(provider, [patient.id]).status == 201)
            #expect(try await begin(colleague, [patient.id]).status == 403)
        }
    }

    @Test func strangersFindNothing() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let other = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            let message = try #require(made.lastMessage)
            #expect(try await world.get("/conversations/\(made.id)", other).status == 404)
            #expect(try await world.get("/conversations/\(made.id)/items", other).status == 404)
            #expect(try await world.say("hm", other, in: made.id).status == 404)
            #expect(try await world.send(.PUT, "/conversations/\(made.id)/typing", other).status == 404)
            #expect(try await world.send(.PUT, "/conversations/\(made.id)/seen", other).status == 404)
            #expect(try await world.send(.DELETE, "/messages/\(message.id)", other).status == 404)
            #expect(try await world.send(.PATCH, "/conversations/\(made.id)", other, #"{"closed":true}"#).status == 404)
            #expect(try await world.send(.POST, "/conversations/\(made.id)/participants", other, #"{"userId":"\#(other.id)"}"#).status == 404)
            #expect(try await world.get("/conversations/\(made.id)", nil).status == 401)
            let narrow = World.Member(id: patient.id, token: try World.token(patient.id, .patient, scope: "appointments:read"))
            #expect(try await world.get("/conversations", narrow).status == 403)
            let list: PageBody<ConversationBody> = try await world.get("/conversations", other).decode()
            #expect(list.items.isEmpty)
        }
    }

    @Test func whatIsWrongWithAMessageIsNamed() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            let other = try await world.converse(patient, provider)
            let path = "/conversations/\(made.id)/messages"
            let cases: [(String, [String])] = [
                (#"{"content":{"text":"x"}}"#, ["clientId"]),
                (#"{"clientId":"a b","content":{"text":"x"}}"#, ["clientId"]),
                (#"{"clientId":"c"}"#, ["content"]),
                (#"{"clientId":"c","content":{}}"#, ["content"]),
                (#"{"clientId":"c","content":{"text":"x","image":{"attachmentId":"019ca001-0b1c-7e2d-b3f4-a5968778695a"}}}"#, ["content"]),
                (#"{"clientId":"c","content":{"text":"   "}}"#, ["content.text"]),
                (#"{"clientId":"c","content":{"text":"\#(String(repeating: "x", count: 10_001))"}}"#, ["content.text"]),
                (
                    #"{"clientId":"c","content":{"audio":{"attachmentId":"019ca001-0b1c-7e2d-b3f4-a5968778695a","thumbnailAttachmentId":"019ca001-0b1c-7e2d-b3f4-a5968778695b"}}}"#,
                    ["content.audio.thumbnailAttachmentId"]
                ),
                (#"{"clientId":"c","replyToId":"\#(other.lastMessage!.id)","content":{"text":"x"}}"#, ["replyToId"]),
                (#"{"clientId":"c","content":{"image":{"attachmentId":"019ca001-0b1c-7e2d-b3f4-a5968778695a"}}}"#, ["content.image.attachmentId"])
            ]
            for (body, fields) in cases {
                let answer = try await world.send(.POST, path, patient, body)
                #expect(answer.status == 400, "\(body)")
                #expect(try answer.problem.fieldNames == fields, "\(body)")
            }
            #expect(try await world.count("SELECT count(*) FROM items WHERE conversation_id = \(made.id)") == 1)
        }
    }

    /// It stands in a list, between others' and the platform's words. What people write to each other is theirs.
    @Test func aTitleTurnsNothing() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let message = #"{"clientId":"a","content":{"text":"\u2067שלום\u2069"}}"#
            let beginning = #"{"participantIds":["\#(provider.id)"],"title":"From \u202eenilerac","initialMessage":\#(message)}"#
            let refused = try await world.send(.POST, "/conversations", patient, beginning)
            #expect(refused.status == 400)
            #expect(try refused.problem.fieldNames == ["title"])
            let made = try await world.converse(patient, provider, text: "\u{2067}שלום\u{2069}", title: "שלום")
            #expect(made.title == "שלום")
        }
    }

    /// Of 10,000 characters, each of which a client may escape in 12 bytes: of one more, and of more bytes, nothing is kept.
    @Test(arguments: [(10_000, 0, 201), (10_001, 0, 400), (10_000, 20_000, 413)])
    func theLongestTextIsTakenHoweverItIsEscaped(characters: Int, spaces: Int, status: Int) async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            let text = String(repeating: #"\ud83e\udec0"#, count: characters)
            let padding = String(repeating: " ", count: spaces)
            func message(_ clientId: String) -> String { #"{"clientId":"\#(clientId)","content":{"text":"\#(text)"}\#(padding)}"# }
            let beginning = #"{"participantIds":["\#(provider.id)"],"initialMessage":\#(message("first"))}"#
            for (path, body) in [("/conversations/\(made.id)/messages", message("next")), ("/conversations", beginning)] {
                let answer = try await world.send(.POST, path, patient, body)
                #expect(answer.status == status, "\(path)")
            }
            let page: PageBody<ItemBody> = try await world.get("/conversations/\(made.id)/items", provider).decode()
            let longest = page.items.first?.content?.text?.unicodeScalars.count
            #expect((longest == characters) == (status == 201))
        }
    }

    @Test func aClosedConversationTakesNothingUntilItIsReopened() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            func set(_ closed: Bool, _ caller: World.Member) async throws -> Answer {
                try await world.send(.PATCH, "/conversations/\(made.id)", caller, #"{"closed":\#(closed)}"#)
            }
            #expect(try await set(true, patient).status == 403)
            #expect(try await set(true, provider).conversation.closed)
            #expect(try await set(true, provider).status == 200)
            let refused = try await world.say("hello?", patient, in: made.id)
            #expect(refused.status == 409)
            #expect(try refused.problem.slug == "conversation-closed")
            // A retry of what was sent before it closed is answered as it was.
            let retry = try await world.send(
                .POST, "/conversations/\(made.id)/messages", patient,
                #"{"clientId":"\#(made.lastMessage!.clientId!)","content":{"text":"Hello"}}"#)
            #expect(retry.status == 200)
            let other = try await world.say("Other words", patient, in: made.id, clientId: made.lastMessage!.clientId!)
            #expect(other.status == 422)
            #expect(try await set(false, provider).conversation.closed == false)
            #expect(try await world.say("hello!", patient, in: made.id).status == 201)
            let items: PageBody<ItemBody> = try await world.get("/conversations/\(made.id)/items", patient).decode()
            #expect(items.items.map(\.kind) == [.text, .activity, .activity, .text])
            #expect(items.items.compactMap(\.details?.event) == ["reopened", "closed"])
            #expect(
                try await world.events(of: made.id.uuid) == [
                    "care.conversations.created.v1 1", "care.conversations.closed.v1 2", "care.conversations.reopened.v1 3"
                ])
        }
    }

    @Test func aProviderIsBroughtIn() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let colleague = try await world.member(.provider)
            let other = try await world.member(.patient)
            let made = try await world.converse(patient, provider, text: "before")
            func add(_ id: UserID) async throws -> Answer {
                try await world.send(.POST, "/conversations/\(made.id)/participants", patient, #"{"userId":"\#(id)"}"#)
            }
            #expect(try await add(other.id).status == 403)
            #expect(try await add(colleague.id).conversation.participants.count == 3)
            #expect(try await add(colleague.id).conversation.participants.count == 3)
            #expect(try await world.say("after", colleague, in: made.id).status == 201)
            let items: PageBody<ItemBody> = try await world.get("/conversations/\(made.id)/items", colleague).decode()
            #expect(items.items.map(\.content?.text) == ["after", nil])
            let kinds = try await world.wholeFeed(colleague).map(\.kind)
            #expect(kinds == ["item", "conversation", "item"])
        }
    }

    @Test func typingIsShownForAWhileAndEndsWithAMessage() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            func typing() async throws -> Date? {
                try await world.get("/conversations/\(made.id)", provider).conversation.participant(patient.id)?.typingAt
            }
            #expect(try await typing() == nil)
            #expect(try await world.send(.PUT, "/conversations/\(made.id)/typing", patient).status == 204)
            #expect(try await typing() != nil)
            // Again at once changes nothing, and tells nobody.
            #expect(try await world.send(.PUT, "/conversations/\(made.id)/typing", patient).status == 204)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = 'care.feed.typing.v1'") == 1)
            world.passTime(21)
            #expect(try await typing() == nil)
            #expect(try await world.send(.PUT, "/conversations/\(made.id)/typing", patient).status == 204)
            #expect(try await typing() != nil)
            _ = try await world.say("done", patient, in: made.id)
            #expect(try await typing() == nil)
        }
    }

    @Test func whoStopsTypingSaysSo() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            func type(_ body: String) async throws -> Int {
                try await world.send(.PUT, "/conversations/\(made.id)/typing", patient, body).status
            }
            func told() async throws -> [Bool?] {
                let data: [[UInt8]] = try await world.pool.withConnection { connection in
                    try await connection.query("SELECT data FROM outbox WHERE type = 'care.feed.typing.v1' ORDER BY position").map { try $0["data"] }
                }
                return try data.map { try CareJSON.decode(FeedTyping.self, from: Data($0)).typing }
            }
            // Who does not type has nothing to end.
            #expect(try await type(#"{"typing":false}"#) == 204)
            #expect(try await told() == [])
            #expect(try await type("{}") == 204)
            #expect(try await type(#"{"typing":false}"#) == 204)
            #expect(try await type(#"{"typing":false}"#) == 204)
            #expect(try await told() == [true, false])
            let shown = try await world.get("/conversations/\(made.id)", provider).conversation
            #expect(shown.participant(patient.id)?.typingAt == nil)
            // From then on it is news again.
            #expect(try await type(#"{"typing":true}"#) == 204)
            world.passTime(21)
            #expect(try await type(#"{"typing":false}"#) == 204)
            #expect(try await told() == [true, false, true])
            #expect(try await type(#"{"typing":"no"}"#) == 400)
        }
    }

    @Test func seenMovesOnOnlyAndUnreadFollows() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: "one")
            let two = try await world.say("two", patient, in: made.id).item
            _ = try await world.say("three", patient, in: made.id)
            func unread() async throws -> Int { try await world.get("/conversations/\(made.id)", provider).conversation.unreadCount }
            #expect(try await unread() == 3)
            #expect(try await world.send(.PUT, "/conversations/\(made.id)/seen", provider, #"{"itemId":"\#(two.id)"}"#).status == 204)
            #expect(try await unread() == 1)
            #expect(try await world.send(.PUT, "/conversations/\(made.id)/seen", provider, #"{"itemId":"\#(made.lastMessage!.id)"}"#).status == 204)
            #expect(try await unread() == 1)
            let shown = try await world.get("/conversations/\(made.id)", patient).conversation.participant(provider.id)
            #expect(shown?.seenSequence == 2)
            #expect(shown?.seenUntil == two.createdAt)
            #expect(try await world.send(.PUT, "/conversations/\(made.id)/seen", provider).status == 204)
            #expect(try await unread() == 0)
            let wrong = try await world.send(.PUT, "/conversations/\(made.id)/seen", provider, #"{"itemId":"\#(UUID())"}"#)
            #expect(try wrong.problem.fieldNames == ["itemId"])
            let seen = try await world.wholeFeed(patient).compactMap(\.seen)
            #expect(seen == [.init(userId: provider.id, sequence: 2), .init(userId: provider.id, sequence: 3)])
        }
    }

    /// Closed and reopened, or written and taken back, all day long: others' lists do not read through it.
    @Test func whatIsUnreadIsCountedAmongTheNewest() async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let made = try await world.converse(patient, provider, text: "one")
            func fill(_ count: Int) async throws {
                try await world.pool.transaction { tx in
                    try await tx.execute(
                        """
                        INSERT INTO items (id, conversation_id, sequence, kind, created_at)
                        SELECT gen_random_uuid(), id, item_sequence + n, 'activity', updated_at FROM conversations, generate_series(1, \(count)) AS n WHERE id = \(made.id)
                        """)
                    try await tx.execute("UPDATE conversations SET item_sequence = item_sequence + \(count) WHERE id = \(made.id)")
                }
            }
            try await fill(ConversationRecord.mostLooked - 1)
            let whole = try await world.get("/conversations/\(made.id)", provider).conversation
            #expect(whole.unreadCount == 1 && whole.lastMessage?.id == made.lastMessage?.id)
            try await fill(1)
            let bounded = try await world.get("/conversations/\(made.id)", provider).conversation
            #expect(bounded.unreadCount == 0 && bounded.lastMessage == nil)
            _ = try await world.say("two", patient, in: made.id)
            let shown = try await world.get("/conversations/\(made.id)", provider).conversation
            #expect(shown.unreadCount == 1 && shown.preview == "two")
        }
    }

    @Test func aMessageIsTakenBackByItsAuthorAndLeavesATombstone() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: "oh no")
            let message = try #require(made.lastMessage)
            #expect(try await world.send(.DELETE, "/messages/\(message.id)", provider).status == 403)
            #expect(try await world.send(.DELETE, "/messages/\(message.id)", patient).status == 204)
            #expect(try await world.send(.DELETE, "/messages/\(message.id)", patient).status == 204)
            let shown = try await world.get("/conversations/\(made.id)", provider).conversation
            #expect(shown.unreadCount == 0)
            #expect(shown.preview == "")
            #expect(shown.lastMessage?.deletedAt != nil)
            #expect(shown.lastMessage?.content == nil)
            #expect(try await world.events(of: message.id.uuid) == ["care.messages.sent.v1 1", "care.messages.deleted.v1 2"])
            // Whoever reads the feed only now does not hear the words either.
            let entries = try await world.wholeFeed(provider)
            #expect(entries.map(\.kind) == ["conversation", "item", "item.deleted"])
            #expect(entries.allSatisfy { $0.item?.content == nil })
            #expect(try await world.count("SELECT count(*) FROM items WHERE content IS NOT NULL") == 0)
        }
    }
}
