import CareModels
import Foundation
import HTTP

/// A file as its sender, and the participants of the conversation it was sent to, see it.
struct AttachmentView: Encodable, Sendable {
    struct Download: Encodable, Sendable {
        /// Opens without a token until it expires.
        var url: String
        var expiresAt: Date
    }

    var id: AttachmentID
    var kind: MessageKind?
    var mediaType: String?
    var size: Int
    var fileName: String?
    var width: Int?
    var height: Int?
    var durationSeconds: Double?
    var conversationId: ConversationID?
    var createdAt: Date
    var download: Download

    init(_ record: AttachmentRecord, fileName: String?, download: Download) {
        id = record.id
        kind = record.kind
        mediaType = record.mediaType
        size = record.size
        self.fileName = fileName
        width = record.width
        height = record.height
        durationSeconds = record.durationMilliseconds.map { Double($0) / 1000 }
        conversationId = record.conversationId
        createdAt = record.createdAt
        self.download = download
    }
}

/// Addresses that open a file for whoever holds them, for a little while: for image and video elements, which send no token.
struct DownloadAddress: Sendable {
    let dependencies: Dependencies

    private static let purpose = "attachment download"

    func make(_ id: AttachmentID) -> AttachmentView.Download {
        let lifetime = dependencies.settings.downloadLifetime.seconds
        let expiresAt = Date(timeIntervalSince1970: (dependencies.now().timeIntervalSince1970 + lifetime).rounded(.down))
        let expires = Int(expiresAt.timeIntervalSince1970)
        let signature = dependencies.masterKeys.signature(of: Self.text(id, expires), for: Self.purpose)
        let url = "/attachments/\(id)/content?expires=\(expires)&signature=\(Base64URL.encode(signature))"
        return AttachmentView.Download(url: url, expiresAt: expiresAt)
    }

    /// Throws the 403 problem when the address was changed or has expired.
    func check(_ id: AttachmentID, _ query: QueryParameters) throws {
        guard let text = query["expires"], let expires = Int(text), let encoded = query["signature"],
            let signature = Base64URL.decode(encoded),
            dependencies.masterKeys.isSignature(signature, of: Self.text(id, expires), for: Self.purpose)
        else { throw Problem.forbidden("This address is not whole; take a fresh one from GET /attachments/{id}.") }
        guard Double(expires) > dependencies.now().timeIntervalSince1970 else {
            throw Problem.forbidden("This address has expired; take a fresh one from GET /attachments/{id}.")
        }
    }

    private static func text(_ id: AttachmentID, _ expires: Int) -> String { "\(id) \(expires)" }
}
