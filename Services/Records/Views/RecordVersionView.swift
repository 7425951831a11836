import CareModels
import Foundation

/// A version of a record without its contents. What of it is not kept by version (annotations, content type) is in the record.
struct RecordVersionView: Encodable, Sendable {
    var version: Int
    var writtenAt: Date
    /// It is the one that deleted it.
    var deleted: Bool
    /// Of its contents, in bytes.
    var size: Int?
    /// The former name of `size`.
    var bytes: Int?

    init(_ head: VersionHead) {
        version = head.version
        writtenAt = head.writtenAt
        deleted = head.bytes == nil
        size = head.bytes
        bytes = head.bytes
    }
}
