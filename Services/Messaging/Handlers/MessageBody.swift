import CareModels
import Foundation
import HTTP

/// A message as a client sends it.
struct MessageBody: Decodable, Sendable {
    var clientId: String?
    var replyTo: MessageID?
    var content: MessageContent?

    static let longestClientId = 100
    /// Bytes of a request with a message: the longest text, each character escaped in 12 bytes (`\ud83e\udec0`), and the rest.
    static let mostBytes = 128 << 10

    /// Its parts, checked; faults are named below `prefix` (`initialMessage.`).
    func checked(_ validation: inout Validation, prefix: String = "") -> CheckedMessage? {
        let clientId = clientId ?? ""
        validation.check(
            !clientId.isEmpty && clientId.count <= Self.longestClientId && clientId.utf8.allSatisfy { (0x21...0x7E).contains($0) }, prefix + "clientId",
            "is required: 1 to \(Self.longestClientId) printable ASCII characters without spaces, such as a UUID, the same in a retry")
        guard var content else {
            validation.fail(prefix + "content", "is required: exactly one of text, image, video, document, audio")
            return nil
        }
        guard let kind = content.kind else {
            validation.fail(prefix + "content", "must hold exactly one of text, image, video, document, audio")
            return nil
        }
        if kind == .text { content.text = validation.prose(content.text, prefix + "content.text", required: true, most: MessageContent.mostText) }
        content.image?.check(prefix + "content.image", mayHaveThumbnail: false, &validation)
        content.video?.check(prefix + "content.video", mayHaveThumbnail: true, &validation)
        content.document?.check(prefix + "content.document", mayHaveThumbnail: true, &validation)
        content.audio?.check(prefix + "content.audio", mayHaveThumbnail: false, &validation)
        return CheckedMessage(clientId: clientId, replyTo: replyTo, kind: kind, content: content)
    }
}

extension MessageContent.Media {
    fileprivate mutating func check(_ field: String, mayHaveThumbnail: Bool, _ validation: inout Validation) {
        caption = validation.prose(caption, field + ".caption", most: MessageContent.mostCaption)
        validation.check(mayHaveThumbnail || thumbnailAttachmentId == nil, field + ".thumbnailAttachmentId", "is for videos and documents only")
        validation.check(thumbnailAttachmentId != attachmentId, field + ".thumbnailAttachmentId", "must be another file")
    }
}
