import CareModels

/// What a message says: exactly one of the five.
struct MessageContent: Codable, Equatable, Sendable {
    struct Media: Codable, Equatable, Sendable {
        var attachmentId: AttachmentID
        var caption: String?
        /// A picture of a document's first page, or of a video.
        var thumbnailAttachmentId: AttachmentID?
    }

    var text: String?
    var image: Media?
    var video: Media?
    var document: Media?
    var audio: Media?

    static let mostText = 10_000
    static let mostCaption = 1000

    /// Those that are given, in the order of the properties.
    var kinds: [MessageKind] {
        var kinds: [MessageKind] = []
        if text != nil { kinds.append(.text) }
        if image != nil { kinds.append(.image) }
        if video != nil { kinds.append(.video) }
        if document != nil { kinds.append(.document) }
        if audio != nil { kinds.append(.audio) }
        return kinds
    }

    var kind: MessageKind? { kinds.count == 1 ? kinds[0] : nil }

    var media: Media? { image ?? video ?? document ?? audio }
}
