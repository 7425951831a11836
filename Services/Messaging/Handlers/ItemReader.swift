import CareModels
import Foundation
import JSON
import Postgres
import Sealing

/// A message or an activity as a participant sees it.
struct ItemView: Encodable, Sendable {
    struct Media: Encodable, Sendable {
        var attachmentId: AttachmentID
        var caption: String?
        var thumbnailAttachmentId: AttachmentID?
        var mediaType: String?
        var size: Int?
        var fileName: String?
        var width: Int?
        var height: Int?
        var durationSeconds: Double?
    }

    /// Exactly one of them.
    struct Content: Encodable, Sendable {
        var text: String?
        var image: Media?
        var video: Media?
        var document: Media?
        var audio: Media?
    }

    var id: MessageID
    var conversationId: ConversationID
    var sequence: Int
    var kind: ItemKind
    var authorId: UserID?
    /// For the author only.
    var clientId: String?
    var replyTo: MessageID?
    /// Absent in a tombstone.
    var content: Content?
    var details: ItemDetails?
    var createdAt: Date
    var deletedAt: Date?
    /// Not shown here: the conversation's line.
    var preview: String

    private enum CodingKeys: CodingKey {
        case id, conversationId, sequence, kind, authorId, clientId, replyTo, content, details, createdAt, deletedAt
    }
}

/// Opens what is sealed, and puts messages and their files together.
struct ItemReader: Sendable {
    let keys: PersonKeys

    /// In the order of `records`.
    func views(_ records: [ItemRecord], for reader: UserID, _ runner: some PostgresRunner) async throws -> [ItemView] {
        let withMedia = records.filter { $0.content != nil && ![.text, .system, .activity].contains($0.kind) }
        let files = try await runner.attachments(ofItems: withMedia.map(\.id))
        var views: [ItemView] = []
        views.reserveCapacity(records.count)
        for record in records {
            let content = try await content(of: record, runner)
            var view = ItemView(
                id: record.id, conversationId: record.conversationId, sequence: record.sequence, kind: record.kind, authorId: record.authorId,
                clientId: record.authorId == reader ? record.clientId : nil, replyTo: record.replyTo, details: record.details,
                createdAt: record.createdAt, deletedAt: record.deletedAt, preview: record.details.map(Preview.line) ?? "")
            if let content {
                view.preview = Preview.line(content)
                view.content = try await shown(content, files, runner)
            }
            views.append(view)
        }
        return views
    }

    /// Nil in a tombstone, and when the key was destroyed.
    func content(of record: ItemRecord, _ runner: some PostgresRunner) async throws -> MessageContent? {
        guard let sealed = record.content else { return nil }
        guard let bytes = try await open(sealed, at: ItemRecord.place(record.id), runner) else { return nil }
        return try CareJSON.decode(MessageContent.self, from: bytes)
    }

    func open(_ sealed: Sealed, at place: String, _ runner: some PostgresRunner) async throws -> [UInt8]? {
        do {
            return try await keys.forReading(sealed.of, runner)?.open(sealed.bytes, at: place)
        } catch is PersonErased {
            return nil
        }
    }

    func cipher(of file: AttachmentRecord, _ runner: some PostgresRunner) async throws -> FileCipher? {
        try await open(file.contentKey, at: AttachmentRecord.keyPlace(file.id), runner).map { FileCipher(key: $0, of: file.id) }
    }

    private func shown(
        _ content: MessageContent, _ files: [AttachmentID: AttachmentRecord], _ runner: some PostgresRunner
    ) async throws -> ItemView.Content {
        var shown = ItemView.Content(text: content.text)
        guard let media = content.media else { return shown }
        var view = ItemView.Media(
            attachmentId: media.attachmentId, caption: media.caption, thumbnailAttachmentId: media.thumbnailAttachmentId)
        if let file = files[media.attachmentId] {
            view.mediaType = file.mediaType
            view.size = file.size
            view.width = file.width
            view.height = file.height
            view.durationSeconds = file.durationMilliseconds.map { Double($0) / 1000 }
            if let name = file.fileName { view.fileName = try await cipher(of: file, runner)?.openName(name) }
        }
        switch content.kind {
        case .image?: shown.image = view
        case .video?: shown.video = view
        case .document?: shown.document = view
        default: shown.audio = view
        }
        return shown
    }
}
