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

    /// Of each conversation the last one, once there is a network.
    @Test func whatWasSeenWithoutANetworkIsSaidOnce() async throws {
        let device = TestDevice()
        let care = try await MessageWatchTests.client(device)
        let other = ConversationID(UUID.v7())
        await care.messaging.core.outbox.close()
        for conversation in [Self.conversation, other, Self.conversation] { try await care.messaging.markSeen(conversation) }
        device.server.answer { _ in HTTPReply(status: 204) }
        try await care.messaging.core.outbox.open(for: TestDevice.user)
        while device.server.calls.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
        for lane in ["seen/\(Self.conversation)", "seen/\(other)"] {
            while try await !care.messaging.core.outbox.pending(lane).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        }
        #expect(Set(device.server.calls.map { "\($0.method) \($0.url.path)" }) == ["PUT \(MessageWatchTests.path)/seen", "PUT /conversations/\(other)/seen"])
        #expect(device.server.calls.count == 2)
        await care.close()
    }
}
