import CareModels
import Foundation

extension Messaging {
    /// A message, or something that happened in the conversation.
    public struct Message: Codable, Equatable, Identifiable, Sendable {
        /// What a message holds, or who says it.
        public enum Kind: String, Sendable {
            /// Words.
            case text
            /// A picture.
            case image
            /// A video.
            case video
            /// Any other file.
            case document
            /// A sound.
            case audio
            /// From the platform: an appointment was booked.
            case system
            /// Somebody joined, left, closed it.
            case activity
            /// Of a later version of the platform.
            case unknown
        }

        /// What a system message or an activity is about.
        public struct Details: Codable, Equatable, Sendable {
            /// `appointment.booked`, `joined`, `closed`; more may come.
            public var event: String
            /// Of an appointment's events.
            public var appointmentId: AppointmentID?
            /// When it begins now.
            public var startTime: Date?
            /// When it ends now.
            public var endTime: Date?
            /// Of a moved one: when it would have begun.
            public var previousStartTime: Date?
            /// Whom it is about: who joined, who left.
            public var userId: UserID?
            /// Who did it.
            public var doneBy: UserID?
        }

        /// The server's, once it has it; before that a name of this device's.
        public var id: MessageID
        /// Where it was said.
        public var conversationId: ConversationID
        /// Its place in the conversation; nil until the server has it.
        public var sequence: Int?
        /// What it holds, or who says it.
        public var kind: Kind
        /// Nil of the platform's own.
        public var authorId: UserID?
        /// Of one's own messages: by which they are told apart from all others, sent or not.
        public var clientId: String?
        /// The message that it answers.
        public var replyToId: MessageID?
        /// Nil when it was taken back, and of a kind that this version does not know.
        public var content: Content?
        /// Of a system message or an activity, for the app to word.
        public var details: Details?
        /// When the server took it; of what is still to be sent, when it was given.
        public var createdAt: Date
        /// When it was taken back.
        public var deletedAt: Date?
        /// Not the server's: how far one's own message has come.
        public var delivery = Delivery.sent

        private enum CodingKeys: CodingKey {
            case id, conversationId, sequence, kind, authorId, clientId, replyToId, content, details, createdAt, deletedAt
        }
    }

    /// What is said: words, or a file.
    public enum Content: Equatable, Sendable {
        /// 1 to 10 000 characters.
        case text(String)
        /// A picture.
        case image(Media)
        /// A video.
        case video(Media)
        /// Any other file.
        case document(Media)
        /// A sound.
        case audio(Media)

        /// The words; nil of a file.
        public var text: String? { if case .text(let text) = self { text } else { nil } }

        /// The file; nil of words.
        public var media: Media? {
            switch self {
            case .text: nil
            case .image(let media), .video(let media), .document(let media), .audio(let media): media
            }
        }
    }

    /// A file of a message.
    public struct Media: Codable, Equatable, Sendable {
        /// The file's: ``Messaging/upload(_:named:key:progress:)`` gives it, ``Messaging/download(_:size:progress:)`` takes it.
        public var attachmentId: AttachmentID
        /// Words beside it, 1000 characters at most.
        public var caption: String?
        /// Of a video or a document: a small picture of it, uploaded likewise.
        public var thumbnailAttachmentId: AttachmentID?
        /// What the server found out of the file; nil in what is sent.
        public var contentType: String?
        /// In bytes.
        public var size: Int?
        /// As it was called where it came from.
        public var fileName: String?
        /// In pixels.
        public var width: Int?
        /// In pixels.
        public var height: Int?
        /// Of a video or a sound.
        public var durationSeconds: Double?

        /// Of a file that was uploaded, to be sent.
        public init(_ attachment: AttachmentID, caption: String? = nil, thumbnail: AttachmentID? = nil) {
            attachmentId = attachment
            self.caption = caption
            thumbnailAttachmentId = thumbnail
        }
    }

    /// What an ``Messaging/AttachmentID`` names.
    public enum Attachment {}
    /// A file's id, which is no message's.
    public typealias AttachmentID = ID<Attachment>
}

extension Messaging.Message.Kind: Codable {
    public init(from decoder: any Decoder) throws { self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown }
}

extension Messaging.Content: Codable {
    fileprivate enum CodingKeys: CodingKey { case text, image, video, document, audio }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.first else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "expected a content of a known kind"))
        }
        self =
            switch key {
            case .text: .text(try container.decode(String.self, forKey: .text))
            case .image: .image(try container.decode(Messaging.Media.self, forKey: .image))
            case .video: .video(try container.decode(Messaging.Media.self, forKey: .video))
            case .document: .document(try container.decode(Messaging.Media.self, forKey: .document))
            case .audio: .audio(try container.decode(Messaging.Media.self, forKey: .audio))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .text(let text): try container.encode(text, forKey: .text)
        case .image(let media): try container.encode(media, forKey: .image)
        case .video(let media): try container.encode(media, forKey: .video)
        case .document(let media): try container.encode(media, forKey: .document)
        case .audio(let media): try container.encode(media, forKey: .audio)
        }
    }
}

extension KeyedDecodingContainer {
    /// Chosen by the synthesized decoding of a message. What a later version of the platform lets people say is nil here: the messages beside it can be read.
    func decodeIfPresent(_ type: Messaging.Content.Type, forKey key: Key) throws -> Messaging.Content? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        if try nestedContainer(keyedBy: Messaging.Content.CodingKeys.self, forKey: key).allKeys.isEmpty { return nil }
        return try decode(Messaging.Content.self, forKey: key)
    }
}
