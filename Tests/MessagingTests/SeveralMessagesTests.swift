import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import MessagingService

/// `POST /conversations/:id/messages/batch`: what an app has kept, in its order, all or none.
@Suite struct SeveralMessagesTests {
    private struct Sent: Decodable { var items: [ItemBody] }

    private func say(_ texts: [(id: String, text: String)], _ author: World.Member, in conversation: ConversationID, _ world: World) async throws -> Answer {
        let items = texts.map { #"{"clientId":"\#($0.id)","content":{"text":"\#($0.text)"}}"# }.joined(separator: ",")
        return try await send("[\(items)]", author, in: conversation, world)
    }

    private func send(_ items: String, _ author: World.Member, in conversation: ConversationID, _ world: World) async throws -> Answer {
        try await world.send(.POST, "/conversations/\(conversation)/messages/batch", author, #"{"items":\#(items)}"#)
    }

    private func said(_ conversation: ConversationID, _ reader: World.Member, _ world: World) async throws -> [String] {
        let page: PageBody<ItemBody> = try await world.get("/conversations/\(conversation)/items", reader).decode()
        return page.items.reversed().compactMap(\.content?.text)
    }

    private func pair(_ world: World) async throws -> (World.Member, World.Member, ConversationID) {
        let patient = try await world.member(.patient), provider = try await world.member(.provider)
        return (patient, provider, try await world.converse(patient, provider, text: nil).id)
    }

    @Test func severalAreSentInTheirOrderAsIfByThemselves() async throws {
        try await World.run { world in
            let (patient, provider, conversation) = try await pair(world)
            let answer = try await say([("a", "one"), ("b", "two"), ("c", "three")], patient, in: conversation, world)
            #expect(answer.status == 201, "\(answer.text)")
            let sent: Sent = try answer.decode()
            #expect(sent.items.map(\.sequence) == [1, 2, 3] && sent.items.map(\.clientId) == ["a", "b", "c"])
            #expect(try await said(conversation, provider, world) == ["one", "two", "three"])
            for item in sent.items { #expect(try await world.events(of: item.id.uuid) == ["care.messages.sent.v1 1"]) }
            for member in [patient, provider] { #expect(try await world.wholeFeed(member).compactMap(\.item?.sequence) == [1, 2, 3]) }
            let seen = try await world.get("/conversations/\(conversation)", provider).conversation
            #expect(seen.unreadCount == 3 && seen.preview == "three")
            // What comes after them.
            #expect(try await world.say("four", provider, in: conversation).item.sequence == 4)
        }
    }

    @Test func whatWasSentBeforeIsGivenAndNotSentAgain() async throws {
        try await World.run { world in
            let (patient, provider, conversation) = try await pair(world)
            #expect(try await world.say("two", patient, in: conversation, clientId: "b").status == 201)
            let some = try await say([("b", "two"), ("c", "three")], patient, in: conversation, world)
            #expect(some.status == 201)
            #expect(try (some.decode() as Sent).items.map(\.sequence) == [1, 2])
            let all = try await say([("b", "two"), ("c", "three")], patient, in: conversation, world)
            #expect(all.status == 200)
            #expect(try (all.decode() as Sent).items.map(\.sequence) == [1, 2])
            // The same twice in one is one.
            let twice = try await say([("d", "four"), ("d", "four")], patient, in: conversation, world)
            #expect(try twice.status == 201 && (twice.decode() as Sent).items.map(\.sequence) == [3, 3])
            #expect(try await said(conversation, provider, world) == ["two", "three", "four"])
            // Closed since: a retry hears what became of them, something new is refused with all of it.
            #expect(try await world.send(.PATCH, "/conversations/\(conversation)", provider, #"{"closed":true}"#).status == 200)
            #expect(try await say([("b", "two"), ("c", "three")], patient, in: conversation, world).status == 200)
            let refused = try await say([("b", "two"), ("e", "five")], patient, in: conversation, world)
            #expect(try refused.status == 409 && refused.problem.type.hasSuffix("conversation-closed"))
        }
    }

    @Test func whatIsWrongWithOneRefusesAllAndIsNamed() async throws {
        let file = MessageID(.v7())
        let cases: [(items: String, status: Int, field: String)] = [
            ("[]", 400, "items"),
            ("[\((0...50).map { #"{"clientId":"\#($0)","content":{"text":"x"}}"# }.joined(separator: ","))]", 400, "items"),
            (#"[{"clientId":"a","content":{"text":"one"}},{"clientId":"b","content":{"text":" "}}]"#, 400, "items[1].content.text"),
            (#"[{"clientId":"a","content":{"text":"one"}},{"content":{"text":"two"}}]"#, 400, "items[1].clientId"),
            (#"[{"clientId":"a","content":{"text":"one"}},{"clientId":"b","replyToId":"\#(file)","content":{"text":"two"}}]"#, 400, "items[1].replyToId"),
            (
                #"[{"clientId":"a","content":{"text":"one"}},{"clientId":"b","content":{"image":{"attachmentId":"\#(file)"}}}]"#, 400,
                "items[1].content.image.attachmentId"
            ),
            (#"[{"clientId":"a","content":{"text":"one"}},{"clientId":"a","content":{"text":"two"}}]"#, 422, "items[1].clientId"),
            (#"[{"clientId":"a","content":{"text":"one"}},{"clientId":"there","content":{"text":"other words"}}]"#, 422, "items[1].clientId")
        ]
        try await World.run { world in
            let (patient, provider, conversation) = try await pair(world)
            #expect(try await world.say("hello", patient, in: conversation, clientId: "there").status == 201)
            let before = try await world.wholeFeed(provider).count
            for (items, status, field) in cases {
                let answer = try await send(items, patient, in: conversation, world)
                #expect(try answer.status == status && answer.problem.fieldNames == [field], "\(items): \(answer.text)")
            }
            #expect(try await said(conversation, provider, world) == ["hello"])
            #expect(try await world.wholeFeed(provider).count == before)
        }
    }

    @Test func nobodyElseSendsAndEachCountsForTheMinute() async throws {
        // The conversation's beginning counts, and what is refused for the block.
        try await World.run({ $0.messagesPerMinute = 7 }) { world in
            let (patient, provider, conversation) = try await pair(world)
            let stranger = try await world.member(.provider)
            #expect(try await say([("a", "one")], stranger, in: conversation, world).status == 404)
            #expect(try await world.send(.PUT, "/blocks/\(patient.id)", provider).status == 204)
            #expect(try await say([("a", "one")], patient, in: conversation, world).status == 403)
            #expect(try await world.send(.DELETE, "/blocks/\(patient.id)", provider).status == 204)
            #expect(try await say([("a", "one"), ("b", "two"), ("c", "three")], patient, in: conversation, world).status == 201)
            let refused = try await say([("d", "four"), ("e", "five"), ("f", "six")], patient, in: conversation, world)
            #expect(refused.status == 429)
            #expect(refused.headers.first(name: "Retry-After") != nil)
            #expect(try await world.say("four", patient, in: conversation).status == 201)
        }
    }

    /// Of more than a minute's all the same, or an app that has kept so many could never send them; there is nothing left for the rest of the minute then.
    @Test func moreThanAMinuteTakesPassWhenTheMinuteIsWhole() async throws {
        try await World.run({ $0.messagesPerMinute = 2 }) { world in
            let (_, provider, conversation) = try await pair(world)
            #expect(try await say([("a", "one"), ("b", "two"), ("c", "three")], provider, in: conversation, world).status == 201)
            #expect(try await say([("d", "four")], provider, in: conversation, world).status == 429)
        }
    }

    /// Two devices of a person, and the other side, at once: each batch stays together.
    @Test(.timeLimit(.minutes(5))) func batchesAtOnceStayTogetherAndLeaveNoGap() async throws {
        try await World.run { world in
            let (patient, provider, conversation) = try await pair(world)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for batch in 0..<20 {
                    // Each is sent twice, as after a lost answer.
                    for _ in 0..<2 {
                        group.addTask {
                            try await say((0..<10).map { ("\(batch)-\($0)", "\(batch)-\($0)") }, batch % 2 == 0 ? patient : provider, in: conversation, world).status
                        }
                    }
                }
                for try await status in group { #expect([200, 201].contains(status)) }
            }
            let page: PageBody<ItemBody> = try await world.get("/conversations/\(conversation)/items?limit=200", patient).decode()
            #expect(page.items.map(\.sequence) == (1...200).reversed())
            let texts = page.items.reversed().compactMap(\.content?.text)
            for start in stride(from: 0, to: 200, by: 10) {
                let batch = texts[start].prefix { $0 != "-" }
                #expect(Array(texts[start..<start + 10]) == (0..<10).map { "\(batch)-\($0)" })
            }
            for member in [patient, provider] { #expect(try await world.wholeFeed(member).compactMap(\.item?.sequence) == Array(1...200)) }
        }
    }
}
