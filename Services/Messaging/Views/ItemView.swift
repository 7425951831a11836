import CareModels
import Foundation

/// A message or an activity as a participant sees it.
struct ItemView: Encodable, Sendable {
    struct Media: Encodable, Sendable {
        var attachmentId: AttachmentID
        var caption: String?
        var thumbnailAttachmentId: AttachmentID?
        var contentType: String?
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
    var replyToId: MessageID?
    /// Absent in a tombstone.
    var content: Content?
    var details: ItemDetailsView?
    var createdAt: Date
    var deletedAt: Date?
}

extension ItemView {
    init(_ item: OpenedItem, for reader: UserID) {
        let record = item.record
        self.init(
            id: record.id, conversationId: record.conversationId, sequence: record.sequence, kind: record.kind, authorId: record.authorId,
            clientId: record.authorId == reader ? record.clientId : nil, replyToId: record.replyToId,
            content: item.content.map { Content($0, item.file) }, details: record.details.map { ItemDetailsView($0) }, createdAt: record.createdAt,
            deletedAt: record.deletedAt)
    }
}

extension ItemView.Content {
    init(_ content: MessageContent, _ file: OpenedFile?) {
        text = content.text
        guard let media = content.media.map({ ItemView.Media($0, file) }) else { return }
        switch content.kind {
        case .image?: image = media
        case .video?: video = media
        case .document?: document = media
        default: audio = media
        }
    }
}

extension ItemView.Media {
    init(_ media: MessageContent.Media, _ file: OpenedFile?) {
        attachmentId = media.attachmentId
        caption = media.caption
        thumbnailAttachmentId = media.thumbnailAttachmentId
        contentType = file?.record.contentType
        size = file?.record.size
        fileName = file?.name
        width = file?.record.width
        height = file?.record.height
        durationSeconds = file?.record.durationMilliseconds.map { Double($0) / 1000 }
    }
}
