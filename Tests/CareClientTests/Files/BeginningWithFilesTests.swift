import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// Files of a conversation that is not begun yet.
@Suite(.timeLimit(.minutes(3))) struct BeginningWithFilesTests {
    private static let other = UserID(UUID.v7())
    private static let conversation = MessageWatchTests.conversation
    private static let place = "/conversations/\(conversation)/messages"
    /// More than lies in the outbox's own values.
    private static let heel = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) })
    private static let toe = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 17 >> 5) })
    private static let begun =
        #"{"id":"\#(conversation)","title":"Heel","participants":[{"userId":"\#(TestDevice.user)","seenSequence":1},{"userId":"\#(other)","seenSequence":0}],"unreadCount":0,"closed":false,"preview":"A picture","createdAt":"2026-09-21T14:13:20Z","updatedAt":"2026-09-21T14:13:20Z"}"#

    /// What a server has heard, in order: files by their sizes, messages by what they say.
    private final class Server: Sendable {
        struct Heard: Sendable {
            var said: [String] = []
            var files: [Messaging.AttachmentID: Int] = [:]
        }

        let heard = Locked(Heard())

        private struct Media: Decodable {
            var attachmentId: Messaging.AttachmentID
            var caption: String?
        }

        private struct New: Decodable {
            struct Content: Decodable {
                var text: String?
                var image: Media?
            }

            var clientId: String
            var content: Content
        }

        private struct Beginning: Decodable { var initialMessage: New }

        func answer(_ call: HTTPCall) throws -> HTTPReply {
            guard call.method == "POST", let body = call.body else { return .json(#"{"items":[]}"#) }
            switch call.url.path {
            case "/attachments":
                let size = FormFile.bytes(of: Call(method: "POST", path: "/attachments", body: body, contentType: call.headers["Content-Type"] ?? ""))?.count ?? 0
                let id = Messaging.AttachmentID(UUID.v7())
                heard.withLock { heard in
                    heard.files[id] = size
                    heard.said.append("file of \(size)")
                }
                return .json(
                    #"{"id":"\#(id)","contentType":"image/jpeg","size":\#(size),"createdAt":"2026-03-05T09:28:00Z","download":{"url":"/x","expiresAt":"2026-03-05T09:38:00Z"}}"#,
                    status: 201)
            case "/conversations":
                hear(try Wire.decode(Beginning.self, from: body).initialMessage)
                return .json(BeginningWithFilesTests.begun, status: 201)
            case BeginningWithFilesTests.place:
                let new = try Wire.decode(New.self, from: body)
                let number = hear(new)
                return .json(MessageWatchTests.item(number, new.content.text ?? "", clientId: new.clientId), status: 201)
            default: return .problem("not-found", 404)
            }
        }

        @discardableResult
        private func hear(_ new: New) -> Int {
            heard.withLock { heard in
                // The server knows no name but its own.
                heard.said.append(new.content.text ?? new.content.image.map { "\($0.caption ?? "") of \(heard.files[$0.attachmentId] ?? 0)" } ?? "")
                return heard.said.count
            }
        }
    }

    private static func give(_ care: CareClient) async throws -> Messaging.Beginning {
        let beginning = try await care.messaging.begin(
            with: [other], title: "Heel", first: heel, named: "heel.jpg", as: .image, caption: "Since Monday")
        try await care.messaging.send(.text("Look"), to: beginning)
        try await care.messaging.send(toe, named: "toe.jpg", as: .image, caption: "And my toe", to: beginning)
        try await care.messaging.send(.text("That was it"), to: beginning)
        return beginning
    }

    private static func watched(_ care: CareClient, until isWanted: @Sendable (Messaging.Beginning?) -> Bool) async throws -> Messaging.Beginning? {
        try await MessageWatchTests.first(care.messaging.beginnings()) { isWanted($0.data.first) }.data.first
    }

    private static func hasFailed(_ delivery: Delivery) -> Bool { if case .failed = delivery { true } else { false } }

    /// All of it in the next run of the app, once and in its order, though each kind of answer is lost once.
    @Test func itBeginsWithAPictureAndGoesOnWithOne() async throws {
        let device = TestDevice()
        do {
            let care = try await MessageWatchTests.client(device)
            let beginning = try await Self.give(care)
            let shown = try #require(try await Self.watched(care) { $0?.messages.count == 3 })
            #expect(shown.id == beginning.id && shown.first == beginning.first && shown.title == "Heel")
            #expect(shown.messages.map { $0.content?.text ?? $0.content?.media?.caption } == ["Look", "And my toe", "That was it"])
            let media = [shown.first.media, shown.messages[1].content?.media].compactMap(\.self)
            #expect(media.map(\.fileName) == ["heel.jpg", "toe.jpg"] && media.map(\.size) == [Self.heel.count, Self.toe.count])
            await care.close()
        }
        let (server, lost) = (Server(), Locked<Set<String>>([]))
        device.server.answer { call in
            if call.method == "POST", lost.withLock({ $0.insert(call.url.path).inserted }) { throw TransportFault.deadline }
            return try server.answer(call)
        }
        let next = try await MessageWatchTests.client(device)
        _ = try await Self.watched(next) { $0 == nil }
        while try await !next.messaging.core.outbox.pending(Messaging.lane(Self.conversation)).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(
            server.heard.withLock { $0.said } == [
                "file of 400000", "Since Monday of 400000", "Look", "file of 300000", "And my toe of 300000", "That was it"
            ])
        #expect(try await next.messaging.core.outbox.pending(Messaging.beginning).isEmpty)
        await next.close()
    }

    @Test func whatWaitsIsDownloadedFromThisDevice() async throws {
        let device = TestDevice()
        let care = try await MessageWatchTests.client(device)
        let beginning = try await Self.give(care)
        #expect(try await care.messaging.download(#require(beginning.first.media).attachmentId) == Self.heel)
        let said = try #require(try await Self.watched(care) { $0?.messages.count == 3 }).messages[1]
        #expect(try await care.messaging.download(#require(said.content?.media).attachmentId) == Self.toe)
        await care.close()
    }

    /// Nothing of it goes without its first picture, whose refusal is that of all of it.
    @Test(arguments: [false, true]) func aPictureThatIsRefusedIsTriedAgainOrTakenBackWithAllOfIt(isTriedAgain: Bool) async throws {
        let device = TestDevice()
        device.server.answer { call in call.method == "POST" ? .problem("content-mismatch", 422) : .json(#"{"items":[]}"#) }
        let care = try await MessageWatchTests.client(device)
        _ = try await Self.give(care)
        let failed = try #require(try await Self.watched(care) { $0?.messages.count == 3 && $0.map { Self.hasFailed($0.delivery) } == true })
        #expect(failed.messages.allSatisfy { Self.hasFailed($0.delivery) })
        #expect(device.server.calls.filter { $0.method == "POST" }.map(\.url.path) == ["/attachments"])
        let server = Server()
        device.server.answer { try server.answer($0) }
        if isTriedAgain { try await care.messaging.retry(failed) } else { #expect(try await care.messaging.cancel(failed)) }
        _ = try await Self.watched(care) { $0 == nil }
        while try await !care.messaging.core.outbox.pending(Messaging.lane(Self.conversation)).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(server.heard.withLock { $0.said.count } == (isTriedAgain ? 6 : 0))
        #expect(try await care.messaging.core.outbox.pending(Messaging.beginning).isEmpty)
        await care.close()
    }

    /// Of two pictures one alone, with its message; the rest goes on.
    @Test func whatIsSaidWithAPictureIsTakenBackWithIt() async throws {
        let device = TestDevice()
        let care = try await MessageWatchTests.client(device)
        _ = try await Self.give(care)
        let said = try #require(try await Self.watched(care) { $0?.messages.count == 3 }).messages[1]
        #expect(try await care.messaging.cancel(said))
        let server = Server()
        device.server.answer { try server.answer($0) }
        await care.refresh(.network)
        _ = try await Self.watched(care) { $0 == nil }
        while server.heard.withLock({ $0.said.count }) < 3 { try await Task.sleep(for: .milliseconds(2)) }
        while try await !care.messaging.core.outbox.pending(Messaging.lane(Self.conversation)).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(server.heard.withLock { $0.said }.prefix(3) == ["file of 400000", "Since Monday of 400000", "Look"])
        await care.close()
    }

    /// Begun meanwhile, in this run: it is said in the conversation that there is.
    @Test func whoStillShowsItAsNotBegunSaysItInTheConversation() async throws {
        let device = TestDevice()
        let server = Server()
        device.server.answer { try server.answer($0) }
        let care = try await MessageWatchTests.client(device)
        let beginning = try await care.messaging.begin(with: [Self.other], first: .text("My heel hurts."))
        _ = try await Self.watched(care) { $0 == nil }
        let late = try await care.messaging.send(Self.toe, named: "toe.jpg", as: .image, caption: "And my toe", to: beginning)
        #expect(late.conversationId == Self.conversation)
        while try await !care.messaging.core.outbox.pending(Messaging.lane(Self.conversation)).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(server.heard.withLock { $0.said } == ["My heel hurts.", "file of 300000", "And my toe of 300000"])
        await care.close()
    }
}
