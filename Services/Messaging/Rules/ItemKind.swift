import CareModels

/// What an item is: a message of one of the kinds, or an activity.
enum ItemKind: String, Codable, Sendable, CaseIterable {
    case text, image, video, document, audio, system, activity

    init(_ kind: MessageKind) {
        self =
            switch kind {
            case .text: .text
            case .image: .image
            case .video: .video
            case .document: .document
            case .audio: .audio
            case .system: .system
            }
    }

    var messageKind: MessageKind? { MessageKind(rawValue: rawValue) }
}
