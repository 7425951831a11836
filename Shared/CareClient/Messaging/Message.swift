import CareModels
import Foundation

extension Messaging {
    /// A message, or something that happened in the conversation.
    public struct Message: Codable, Equatable, Identifiable, Sendable {
        public enum Kind: String, Sendable {
            case text, image, video, document, audio
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
            public var appointmentId: AppointmentID?
            public var startTime: Date?
            public var endTime: Date?
            public var previousStartTime: Date?
            public var userId: UserID?
            /// Who did it.
            public var doneBy: UserID?
        }

        /// The server's, once it has it; before that a name of this device's.
        public var id: MessageID
        public var conversationId: ConversationID
        /// Its place in the conversation; nil until the server has it.
        public var sequence: Int?
        public var kind: Kind
        public var authorId: UserID?
        /// Of one's own messages: by which they are told apart from all others, sent or not.
        public var clientId: String?
        public var replyToId: MessageID?
        /// Nil when it was taken back.
        public var content: Content?
        public var details: Details?
        public var createdAt: Date
        public var deletedAt: Date?
        /// Not the server's: how far one's own message has come.
        public var delivery = Delivery.sent

        private enum CodingKeys: CodingKey {
            case id, conversationId, sequence, kind, authorId, clientId, replyToId, content, details, createdAt, deletedAt
        }
    }

    public enum Content: Equatable, Sendable {
        case text(String)
        case image(Media)
        case video(Media)
        case document(Media)
        case audio(Media)

        public var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    public struct Media: Codable, Equatable, Sendable {
        public var attachmentId: AttachmentID
        public var caption: String?
        public var thumbnailAttachmentId: AttachmentID?
        /// What the server found out of the file; nil in what is sent.
        public var contentType: String?
        public var size: Int?
        public var fileName: String?
        public var width: Int?
        public var height: Int?
        public var durationSeconds: Double?

        public init(_ attachment: AttachmentID, caption: String? = nil, thumbnail: AttachmentID? = nil) {
            attachmentId = attachment
            self.caption = caption
            thumbnailAttachmentId = thumbnail
        }
    }

    public enum Attachment {}
    public typealias AttachmentID = ID<Attachment>
}

extension Messaging.Message.Kind: Codable {
    public init(from decoder: any Decoder) throws { self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown }
}

extension Messaging.Content: Codable {
    private enum CodingKeys: CodingKey { case text, image, video, document, audio }

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
