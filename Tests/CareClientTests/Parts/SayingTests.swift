import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// What is said, answered, taken back and seen, as the contract has it.
@Suite(.timeLimit(.minutes(3))) struct SayingTests {
    private static let conversation = MessageWatchTests.conversation
    private static let file = AttachmentID(UUID.v7())

    private typealias AttachmentID = Messaging.AttachmentID

    private struct Body: Decodable {
        var clientId: String
        var replyToId: MessageID?
        var content: [String: Content]

        /// Words, or a file.
        enum Content: Decodable, Equatable {
            case words(String)
            case file(String, caption: String?)

            private struct File: Decodable {
                var attachmentId: String
                var caption: String?
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let words = try? container.decode(String.self) {
                    self = .words(words)
                } else {
                    let file = try container.decode(File.self)
                    self = .file(file.attachmentId, caption: file.caption)
                }
            }
        }
    }

    @Test func eachOfTheFiveKindsIsSaidAndAnswered() async throws {
        let device = TestDevice()
        device.server.answer { call in
            guard call.method == "POST", let body = call.body.flatMap({ try? Wire.decode(Body.self, from: $0) }) else { throw TransportFault.unreachable }
            return .json(MessageWatchTests.item(1, "", clientId: body.clientId), status: 201)
        }
        let care = try await MessageWatchTests.client(device)
        let first = MessageID(UUID.v7())
        let media = Messaging.Media(Self.file, caption: "Since Monday")
        let kinds: [(Messaging.Content, Messaging.Message.Kind)] = [
            (.text("Hello"), .text), (.image(media), .image), (.video(media), .video), (.document(media), .document), (.audio(media), .audio)
        ]
        for (number, (content, kind)) in kinds.enumerated() {
            let message = try await care.messaging.send(content, to: Self.conversation, replyingTo: number == 0 ? nil : first)
            #expect(message.kind == kind && message.content == content && message.replyToId == (number == 0 ? nil : first) && message.delivery == .toBeSent)
            while device.server.calls.count <= number { try await Task.sleep(for: .milliseconds(2)) }
            let call = device.server.calls[number]
            let body = try Wire.decode(Body.self, from: call.body ?? Data())
            #expect(call.url.path == MessageWatchTests.path + "/messages" && call.headers["Idempotency-Key"] == message.clientId)
            #expect(body.clientId == message.clientId && body.replyToId == message.replyToId)
            #expect(body.content == [kind.rawValue: kind == .text ? .words("Hello") : .file(Self.file.description, caption: "Since Monday")])
        }
        await care.close()
    }

    /// It needs the network: what others have read is not taken back later.
    @Test func whatWasSaidIsTakenBack() async throws {
        let device = TestDevice()
        let care = try await MessageWatchTests.client(device)
        let message = MessageID(UUID.v7())
        device.server.answer { _ in HTTPReply(status: 204) }
        try await care.messaging.delete(message)
        #expect(device.server.calls.map { "\($0.method) \($0.url.path)" } == ["DELETE /messages/\(message)"])
        device.server.answer { _ in .problem("not-author", 403) }
        await #expect(throws: CareError.self) { try await care.messaging.delete(message) }
        device.server.answer { _ in throw TransportFault.unreachable }
        await #expect(throws: CareError.offline) { try await care.messaging.delete(message) }
        await care.close()
    }

    /// Where no live stream tells of it.
    @Test func whatIsTakenBackIsShownSoAtOnce() async throws {
        let device = TestDevice()
        device.server.answer(MessageWatchTests.history(of: 3))
        let care = try await MessageWatchTests.client(device)
        let messages = care.messaging.messages(in: Self.conversation)
        let said = try await messages.current().items[1]
        device.server.answer { call in
            guard call.method == "DELETE" else { throw TransportFault.unreachable }
            return .problem("not-author", 403)
        }
        await #expect(throws: CareError.self) { try await care.messaging.delete(said.id) }
        #expect(try await messages.current().items.compactMap(\.content) == ["Nr. 3", "Nr. 2", "Nr. 1"].map { Messaging.Content.text($0) })
        device.server.answer { call in
            guard call.method == "DELETE" else { throw TransportFault.unreachable }
            return HTTPReply(status: 204)
        }
        try await care.messaging.delete(said.id)
        let shown = try await MessageWatchTests.first(messages) { $0.data.items[1].deletedAt != nil }.data.items
        #expect(shown.map(\.content) == [.text("Nr. 3"), nil, .text("Nr. 1")] && shown.map(\.sequence) == [3, 2, 1])
        #expect(shown[1].deletedAt != nil)
        await care.close()
    }

    /// Of each conversation the last one, once there is a network: up to what was here when it was seen, and not to what has come since.
    @Test func whatWasSeenWithoutANetworkIsSaidOnce() async throws {
        let device = TestDevice()
        let care = try await MessageWatchTests.client(device)
        let (core, messages) = (care.messaging.core, Messaging.list(of: Self.conversation).collection)
        let (unknown, listed) = (ConversationID(UUID.v7()), ConversationID(UUID.v7()))
        func come(_ sequence: Int) async throws {
            try await core.cache.edit { edit in
                if try !edit.isKnown(messages) { try edit.know(messages, cursor: nil) }
                try edit.put(Data(MessageWatchTests.item(sequence, "").utf8), MessageWatchTests.id(sequence), at: sequence, in: messages)
            }
        }
        try await core.cache.edit { edit in
            let kept =
                #"{"id":"\#(listed)","participants":[],"unreadCount":1,"lastMessage":\#(MessageWatchTests.item(7, "")),"closed":false,"preview":"","createdAt":"2026-03-08T14:00:00Z","updatedAt":"2026-03-08T14:30:00Z"}"#
            try edit.know(Messaging.conversations, cursor: nil)
            try edit.put(Data(kept.utf8), listed.description, at: 1, in: Messaging.conversations)
        }
        await core.outbox.close()
        for sequence in 3...4 {
            try await come(sequence)
            try await care.messaging.markSeen(Self.conversation)
        }
        for conversation in [unknown, listed] { try await care.messaging.markSeen(conversation) }
        // What was seen is here no more, and nobody has seen what has come then.
        try await core.cache.edit { try $0.forget(messages) }
        try await care.messaging.markSeen(Self.conversation)
        try await come(5)
        device.server.answer { _ in HTTPReply(status: 204) }
        try await core.outbox.open(for: TestDevice.user)
        while device.server.calls.count < 3 { try await Task.sleep(for: .milliseconds(2)) }
        for conversation in [Self.conversation, unknown, listed] {
            while try await !core.outbox.pending("seen/\(conversation)").isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        }
        let said = device.server.calls.filter { $0.method == "PUT" }.map { "\($0.url.path) \(String(decoding: $0.body ?? Data(), as: UTF8.self))" }
        #expect(
            Set(said) == [
                #"\#(MessageWatchTests.path)/seen {"itemId":"\#(MessageWatchTests.id(4))"}"#, "/conversations/\(unknown)/seen {}",
                #"/conversations/\#(listed)/seen {"itemId":"\#(MessageWatchTests.id(7))"}"#
            ])
        #expect(said.count == 3)
        await care.close()
    }
}
