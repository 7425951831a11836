import CareModels
import Foundation

/// How far an upload is.
struct UploadView: Encodable, Sendable {
    var id: UploadID
    var contentType: String
    /// Bytes: of the whole, and so many are here.
    var size: Int
    var received: Int
    /// The former name of `size`.
    var length: Int
    var expiresAt: Date
    /// Of the Binary, once all is here.
    var binary: String?

    init(_ upload: UploadRecord, _ address: String) {
        id = upload.id
        contentType = upload.head.contentType
        size = upload.length
        length = upload.length
        received = upload.received
        expiresAt = upload.expiresAt
        binary = upload.isDone ? address : nil
    }
}
