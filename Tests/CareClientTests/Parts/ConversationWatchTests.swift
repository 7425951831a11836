import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// One conversation by itself, and what the feed tells beside the lists.
@Suite(.timeLimit(.minutes(3))) struct ConversationWatchTests {
    private static let id = MessageWatchTests.conversation
    private static let place = "/conversations/\(id)"

    private static func conversation(seen: Int, title: String = "Knee", updated: String = "2026-03-08T14:30:00Z", _ more: String = "") -> String {
        #"{"id":"\#(id)","title":"\#(title)","participants":[{"userId":"\#(TestDevice.user)","seenSequence":3},{"userId":"\#(LiveTests.other)","seenSequence":\#(seen)}],"unreadCount":0,"closed":false,"preview":"","createdAt":"2026-03-08T14:00:00Z","updatedAt":"\#(updated)"\#(more)}"#
    }

    private static func entry(_ sequence: Int, _ kind: String, _ body: String) -> String {
        #"{"type":"entries","entries":[{"sequence":\#(sequence),"kind":"\#(kind)","at":"2026-03-08T14:31:00Z","conversationId":"\#(id)",\#(body)}]}"#
    }

    /// A client whose stream stands at the third entry, and a server that has this one conversation and, where asked, the list of all.
    private static func running(list: [String], _ body: (CareClient, TestDevice, FakeSocket) async throws -> Void) async throws {
        let (device, socket) = (TestDevice(), FakeSocket())
        device.server.offer(socket)
        try device.keepSession()
        device.server.answer { call in
            call.url.path == place ? .json(conversation(seen: 0)) : .json(#"{"items":[\#(list.joined(separator: ","))]}"#)
        }
        let care = try await CareClient(device.configuration(isLive: true))
        #expect(await socket.next() == #"{"type":"resume"}"#)
        socket.say(LiveTests.resumed(3))
        for await state in care.connectionStates where state == .connected { break }
        try await body(care, device, socket)
        await care.close()
    }

    private static func seen(_ watched: Watched<Messaging.Conversation>) -> Int? { watched.data.participants.last?.seenSequence }

    /// Whether the list of all was loaded, and has it, or not.
    @Test(arguments: [nil, [], [conversation(seen: 0)]] as [[String]?]) func theStreamKeepsItInStep(list: [String]?) async throws {
        try await Self.running(list: list ?? []) { care, device, socket in
            if list != nil { _ = try await MessageWatchTests.first(care.messaging.conversations()) { $0.isDataFresh } }
            let one = care.messaging.conversation(Self.id)
            _ = try await MessageWatchTests.first(one) { $0.isDataFresh && Self.seen($0) == 0 }
            // Nothing else brings what comes.
            device.server.answer { _ in throw TransportFault.unreachable }
            socket.say(Self.entry(4, "seen", #""seen":{"userId":"\#(LiveTests.other)","sequence":2}"#))
            _ = try await MessageWatchTests.first(one) { Self.seen($0) == 2 }
            socket.say(Self.entry(5, "conversation", #""conversation":\#(Self.conversation(seen: 2, title: "The other knee", updated: "2026-03-08T14:31:00Z"))"#))
            let shown = try await MessageWatchTests.first(one) { $0.data.title == "The other knee" }
            #expect(Self.seen(shown) == 2)
        }
    }

    @Test func oneThatWasLeftIsShownAndNoLongerListed() async throws {
        try await Self.running(list: [Self.conversation(seen: 0)]) { care, device, socket in
            _ = try await MessageWatchTests.first(care.messaging.conversations()) { $0.isDataFresh && $0.data.items.count == 1 }
            let one = care.messaging.conversation(Self.id)
            _ = try await MessageWatchTests.first(one) { $0.isDataFresh }
            device.server.answer { _ in throw TransportFault.unreachable }
            let left = Self.conversation(seen: 0, updated: "2026-03-08T14:31:00Z", #","leftAt":"2026-03-08T14:31:00Z""#)
            socket.say(Self.entry(4, "conversation", #""conversation":\#(left)"#))
            _ = try await MessageWatchTests.first(one) { $0.data.leftAt != nil }
            _ = try await MessageWatchTests.first(care.messaging.conversations()) { $0.data.items.isEmpty }
        }
    }

    @Test func itIsThereWithoutANetworkOnceItWasLoaded() async throws {
        let device = TestDevice()
        try device.keepSession()
        device.server.answer { _ in .json(Self.conversation(seen: 1)) }
        for isOnline in [true, false] {
            let care = try await CareClient(device.configuration())
            _ = try await MessageWatchTests.first(care.messaging.conversation(Self.id)) { $0.isDataFresh == isOnline && Self.seen($0) == 1 }
            await care.close()
            device.server.answer { _ in throw TransportFault.unreachable }
        }
    }

    @Test func theFeedTellsWhatTheListsHaveOnce() async throws {
        try await Self.running(list: []) { care, _, socket in
            let feed = care.feed
            socket.say(LiveTests.entries(4))
            socket.say(LiveTests.entries(4, 5))
            socket.say(Self.entry(6, "seen", #""seen":{"userId":"\#(LiveTests.other)","sequence":2}"#))
            socket.say(Self.entry(7, "of a later version", #""other":1"#))
            socket.say(Self.entry(8, "conversation", #""conversation":\#(Self.conversation(seen: 2))"#))
            var heard: [Happening] = []
            for await happening in feed {
                heard.append(happening)
                if heard.count == 4 { break }
            }
            let words = heard.map { happening -> String? in
                switch happening {
                case .message(let message): "message \(message.sequence ?? 0)"
                case .conversation(let conversation): conversation.title
                case .seen(let user, let sequence, let conversation): "\(user == LiveTests.other) \(sequence) \(conversation == Self.id)"
                case .notification: nil
                }
            }
            #expect(words == ["message 4", "message 5", "true 2 true", "Knee"])
        }
    }
}
