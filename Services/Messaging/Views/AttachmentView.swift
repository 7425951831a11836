import CareModels
import Foundation

/// A file as its sender, and the participants of the conversation it was sent to, see it.
struct AttachmentView: Encodable, Sendable {
    struct Download: Encodable, Sendable {
        /// Opens without a token until it expires.
        var url: String
        var expiresAt: Date
    }

    var id: AttachmentID
    var kind: MessageKind?
    var contentType: String?
    var size: Int
    var fileName: String?
    var width: Int?
    var height: Int?
    var durationSeconds: Double?
    var conversationId: ConversationID?
    var createdAt: Date
    var download: Download

    init(_ file: OpenedFile, download: Download) {
        let record = file.record
        id = record.id
        kind = record.kind
        contentType = record.contentType
        size = record.size
        fileName = file.name
        width = record.width
        height = record.height
        durationSeconds = record.durationMilliseconds.map { Double($0) / 1000 }
        conversationId = record.conversationId
        createdAt = record.createdAt
        self.download = download
    }
}
