import CareModels
import Foundation

extension Messaging {
    /// As what a file is shown.
    public enum FileKind: Sendable {
        /// A picture.
        case image
        /// A video.
        case video
        /// Any other file.
        case document
        /// A sound.
        case audio
    }

    /// Says something with a file. Returns once both are kept on this device, sealed: it is shown as being sent, the file goes first, and both go once and as soon
    /// as can be. Until then ``download(_:size:progress:)`` has the file from this device. 32 MiB at most; what is larger waits in no outbox (``upload(_:named:key:progress:)``).
    @discardableResult
    public func send(
        _ file: Data, named name: String, as kind: FileKind, caption: String? = nil, to conversation: ConversationID, replyingTo: MessageID? = nil
    ) async throws -> Message {
        let (upload, content) = try keeping(file, name, kind, caption)
        let message = try new(content, to: conversation, replyingTo)
        let item = try Self.item(message, awaiting: upload.id)
        try await caring { try await core.outbox.add(upload, then: item, lane: Self.lane(conversation)) }
        await notice.sent(to: conversation)
        return message
    }

    /// What is kept of a file, and what is said with it: by this device's name for the file, until the server has it.
    func keeping(_ file: Data, _ name: String, _ kind: FileKind, _ caption: String?) throws -> (upload: OutboxItem, content: Content) {
        guard file.count <= Self.mostKept else { throw CareError.refused(Problem(name: "too-large", status: 413, title: "Content Too Large")) }
        let now = core.api.clock.now()
        let id = UUID.v7(at: now)
        var media = Media(AttachmentID(id), caption: caption)
        (media.size, media.fileName) = (file.count, name)
        return (OutboxItem(id: id, call: Self.uploading(FormFile(name: name, bytes: file), key: id), createdAt: now), kind.content(media))
    }

    /// Of a file that waits.
    static let mostKept = 32 << 20

    /// What waited for its file, now that the server has that.
    static func message(_ item: OutboxItem, with file: File) throws -> AmendedItem? {
        guard let shown = item.shown, var message = try? Wire.decode(Message.self, from: shown) else { return nil }
        message.content = message.content?.holding(file)
        return AmendedItem(item: try Self.item(message), subject: item.id.lowercaseText)
    }
}

extension Messaging.FileKind {
    fileprivate func content(_ media: Messaging.Media) -> Messaging.Content {
        switch self {
        case .image: .image(media)
        case .video: .video(media)
        case .document: .document(media)
        case .audio: .audio(media)
        }
    }
}

extension Messaging.Message {
    /// By what the outbox knows what was given with it: the file, while that is to be sent, then itself.
    var given: [UUID] { (content?.media.map { [$0.attachmentId.uuid] } ?? []) + [id.uuid] }
}

extension Messaging.Content {
    /// Without what the server finds out of the file.
    var asSent: Self {
        changing { media in Messaging.Media(media.attachmentId, caption: media.caption, thumbnail: media.thumbnailAttachmentId) }
    }

    /// The file that was kept, as the server has it.
    func holding(_ file: Messaging.File) -> Self {
        changing { media in
            var media = media
            (media.attachmentId, media.contentType, media.size, media.fileName) = (file.id, file.contentType, file.size, file.fileName)
            (media.width, media.height, media.durationSeconds) = (file.width, file.height, file.durationSeconds)
            return media
        }
    }

    private func changing(_ change: (Messaging.Media) -> Messaging.Media) -> Self {
        switch self {
        case .text: self
        case .image(let media): .image(change(media))
        case .video(let media): .video(change(media))
        case .document(let media): .document(change(media))
        case .audio(let media): .audio(change(media))
        }
    }
}
