import CareModels
import Foundation
import HTTP

/// A message as a client sends it.
struct MessageBody: Decodable, Sendable {
    var clientId: String?
    var replyToId: MessageID?
    var content: MessageContent?

    static let longestClientId = 100
    /// Bytes of a request with a message: the longest text, each character escaped in 12 bytes (`\ud83e\udec0`), and the rest.
    static let mostBytes = 128 << 10

    /// Its parts, checked; faults are named below `prefix` (`initialMessage.`).
    func checked(_ checks: inout Checks, prefix: String = "") -> CheckedMessage? {
        let clientId = clientId ?? ""
        checks.check(
            !clientId.isEmpty && clientId.count <= Self.longestClientId && clientId.utf8.allSatisfy { (0x21...0x7E).contains($0) }, prefix + "clientId",
            "is required: 1 to \(limit: Self.longestClientId) printable ASCII characters without spaces, such as a UUID, the same in a retry")
        guard var content else {
            checks.fail(prefix + "content", "is required: exactly one of text, image, video, document, audio")
            return nil
        }
        guard let kind = content.kind else {
            checks.fail(prefix + "content", "must hold exactly one of text, image, video, document, audio")
            return nil
        }
        if kind == .text { content.text = checks.prose(content.text, prefix + "content.text", required: true, most: MessageContent.mostText) }
        content.image?.check(prefix + "content.image", mayHaveThumbnail: false, &checks)
        content.video?.check(prefix + "content.video", mayHaveThumbnail: true, &checks)
        content.document?.check(prefix + "content.document", mayHaveThumbnail: true, &checks)
        content.audio?.check(prefix + "content.audio", mayHaveThumbnail: false, &checks)
        return CheckedMessage(clientId: clientId, replyToId: replyToId, kind: kind, content: content)
    }
}

extension MessageContent.Media {
    fileprivate mutating func check(_ field: String, mayHaveThumbnail: Bool, _ checks: inout Checks) {
        caption = checks.prose(caption, field + ".caption", most: MessageContent.mostCaption)
        checks.check(mayHaveThumbnail || thumbnailAttachmentId == nil, field + ".thumbnailAttachmentId", "is for videos and documents only")
        checks.check(thumbnailAttachmentId != attachmentId, field + ".thumbnailAttachmentId", "must be another file")
    }
}
