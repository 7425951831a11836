import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// Messages with files that are given without a network.
@Suite(.timeLimit(.minutes(3))) struct AttachingTests {
    private static let conversation = MessageWatchTests.conversation
    private static let lane = Messaging.lane(conversation)
    private static let file = Messaging.AttachmentID(UUID.v7())
    /// More than lies in the outbox's own values.
    private static let picture = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) })

    private struct Said: Decodable {
        struct Content: Decodable {
            struct Image: Decodable {
                var attachmentId: Messaging.AttachmentID
                var caption: String?
                var size: Int?
                var fileName: String?
            }

            var text: String?
            var image: Image?
        }

        var clientId: String
        var content: Content
    }

    /// Takes files as `answer` says, and messages.
    private static func server(_ device: TestDevice, files answer: @escaping @Sendable (HTTPCall) throws -> HTTPReply = { _ in taken }) {
        let said = Locked<[String]>([])
        device.server.answer { call in
            if call.url.path == "/attachments" { return try answer(call) }
            guard call.method == "POST" else { return .json(#"{"items":[\#(said.withLock { $0.reversed().joined(separator: ",") })]}"#) }
            let new = try Wire.decode(Said.self, from: call.body ?? Data())
            let item = said.withLock { said in
                let content =
                    new.content.text.map { #"{"text":"\#($0)"}"# } ?? #"{"image":{"attachmentId":"\#(file)","size":\#(picture.count),"caption":"Since Monday"}}"#
                said.append(
                    #"{"id":"\#(MessageWatchTests.id(said.count + 1))","conversationId":"\#(conversation)","sequence":\#(said.count + 1),"kind":"image","authorId":"\#(TestDevice.user)","clientId":"\#(new.clientId)","content":\#(content),"createdAt":"2026-03-08T14:30:00Z"}"#
                )
                return said[said.count - 1]
            }
            return .json(item, status: 201)
        }
    }

    private static let taken = HTTPReply.json(
        #"{"id":"\#(file)","contentType":"image/jpeg","size":\#(picture.count),"fileName":"heel.jpg","width":640,"height":480,"createdAt":"2026-03-05T09:28:00Z","download":{"url":"/x","expiresAt":"2026-03-05T09:38:00Z"}}"#,
        status: 201)

    private static func posts(_ device: TestDevice) -> [HTTPCall] { device.server.calls.filter { $0.method == "POST" } }

    @discardableResult
    private static func give(_ care: CareClient) async throws -> Messaging.Message {
        let message = try await care.messaging.send(picture, named: "heel.jpg", as: .image, caption: "Since Monday", to: conversation)
        try await care.messaging.send(.text("Look"), to: conversation)
        return message
    }

    @Test func aPictureGoesBeforeItsMessageInTheNextRunOfTheApp() async throws {
        let device = TestDevice()
        do {
            let care = try await MessageWatchTests.client(device)
            try await Self.give(care)
            await care.close()
        }
        let next = try await MessageWatchTests.client(device)
        let waiting = try await Messaging.shown(next.messaging.core.outbox.pending(Self.lane))
        #expect(waiting.map { $0.content?.media?.caption ?? $0.content?.text } == ["Since Monday", "Look"] && waiting.allSatisfy { $0.delivery != .sent })
        // As it was given, from this device.
        let placeholder = try #require(waiting.first?.content?.media)
        #expect(placeholder.size == Self.picture.count && placeholder.fileName == "heel.jpg")
        #expect(try await next.messaging.download(placeholder.attachmentId) == Self.picture)
        #expect(try await next.messaging.download(placeholder.attachmentId, size: .small) == Self.picture)

        let before = Self.posts(device).count
        let isLost = Locked(true)
        Self.server(device) { _ in
            if isLost.withLock({ lost in
                defer { lost = false }; return lost
            }) {
                throw TransportFault.deadline
            }
            return Self.taken
        }
        await next.refresh(.network)
        let shown = try await MessageWatchTests.first(next.messaging.messages(in: Self.conversation)) { watched in
            watched.data.items.count == 2 && watched.data.items.allSatisfy { $0.delivery == .sent }
        }
        #expect(shown.data.items.map { $0.content?.text } == ["Look", nil] && shown.data.items[1].content?.media?.attachmentId == Self.file)
        let calls = Array(Self.posts(device)[before...])
        #expect(calls.map { $0.url.lastPathComponent }.suffix(4) == ["attachments", "attachments", "messages", "messages"])
        let uploads = calls.filter { $0.url.path == "/attachments" }
        #expect(Set(uploads.compactMap { $0.headers["Idempotency-Key"] }).count == 1 && Set(uploads.map(\.body)).count == 1)
        #expect(uploads[0].body?.range(of: Self.picture) != nil)
        let said = try #require(try calls.suffix(2).first?.body.map { try Wire.decode(Said.self, from: $0) }?.content.image)
        // What the server finds out by itself is not said to it.
        #expect(said.attachmentId == Self.file && said.caption == "Since Monday" && said.size == nil && said.fileName == nil)
        #expect(try await next.messaging.core.outbox.pending(Self.lane).isEmpty)
        await next.close()
    }

    private static func hasFailed(_ message: Messaging.Message) -> Bool { if case .failed = message.delivery { true } else { false } }

    /// Its message says so, and what was said after it goes on.
    @Test(arguments: [false, true]) func aFileThatIsRefusedIsTriedAgainOrTakenBackWithItsMessage(isTriedAgain: Bool) async throws {
        let device = TestDevice()
        Self.server(device) { _ in .problem("content-mismatch", 422) }
        let care = try await MessageWatchTests.client(device)
        try await Self.give(care)
        let shown = try await MessageWatchTests.first(care.messaging.messages(in: Self.conversation)) { watched in
            watched.data.items.contains { Self.hasFailed($0) } && watched.data.items.contains { $0.delivery == .sent }
        }
        let failed = try #require(shown.data.items.first { Self.hasFailed($0) })
        guard case .failed(.refused(let problem)) = failed.delivery else {
            Issue.record("\(failed.delivery)")
            return
        }
        #expect(problem.name == "content-mismatch" && failed.content?.media?.caption == "Since Monday")
        if isTriedAgain {
            Self.server(device)
            try await care.messaging.retry(failed)
        } else {
            #expect(try await care.messaging.cancel(failed))
        }
        while try await !care.messaging.core.outbox.pending(Self.lane).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(device.server.calls("/attachments").count == (isTriedAgain ? 2 : 1))
        #expect(device.server.calls("/conversations/\(Self.conversation)/messages").count == (isTriedAgain ? 2 : 1))
        await care.close()
    }

    @Test func whatIsTooLargeToWaitIsRefusedAtOnce() async throws {
        let device = TestDevice()
        let care = try await MessageWatchTests.client(device)
        do {
            try await care.messaging.send(Data(count: Messaging.mostKept + 1), named: "film.mp4", as: .video, to: Self.conversation)
            Issue.record("it was kept")
        } catch CareError.refused(let problem) { #expect(problem.name == "too-large" && problem.status == 413) }
        #expect(try await care.messaging.core.outbox.pending(Self.lane).isEmpty)
        await care.close()
    }

    /// On the disk it is sealed, and what an earlier version of the client has kept is there still.
    @Test func aLargeBodyLiesBesideAndIsSealed() throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let sealer = try Sealer(device.keychain)
        let file = try OutboxFile(device.storage, sealer)
        try file.adopt("somebody")
        var large = try OutboxTests.item(1)
        large.call.body = Self.picture
        let position = try file.add(large, lane: "a/1")
        #expect(try file.items("a/1").map(\.item.call.body) == [nil])
        #expect(try file.item(large.id, ofKind: "a") == large && file.item(large.id, ofKind: "b") == nil)
        #expect(try file.claim([position], of: "a/1").map(\.item) == [large])
        let kept = try SQLite(path: device.storage.path("outbox.sqlite")).rows("SELECT body FROM outbox") { $0.bytes(0) }
        #expect(kept.count == 1 && kept[0].count >= Self.picture.count && kept[0].range(of: Self.picture.prefix(64)) == nil)
        try file.change(position, to: OutboxTests.item(2), lane: "a/1", about: nil)
        #expect(try file.claim([position], of: "a/1").first?.item.call.body == OutboxTests.item(2).call.body)
    }

    /// What no later attempt would send: it is moved aside at the start, and said so.
    @Test func aLargeBodyThatIsDamagedIsFoundAtTheStart() throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let sealer = try Sealer(device.keychain)
        do {
            let file = try OutboxFile(device.storage, sealer)
            var large = try OutboxTests.item(1)
            large.call.body = Self.picture
            _ = try file.add(large, lane: "a/1")
        }
        try SQLite(path: device.storage.path("outbox.sqlite")).script("UPDATE outbox SET body = x'00'")
        #expect(try OutboxFile(device.storage, sealer).wasDamaged)
    }
}
