import Foundation

/// What a message holds. `system`: the platform's own, about an appointment for instance.
public enum MessageKind: String, Codable, Sendable, CaseIterable { case text, image, video, document, audio, system }

/// A message was sent. What it says stays in the service.
public struct MessageSent: CareEvent {
    public static let type = "care.messages.sent.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.messages
    public var messageId: MessageID
    public var version: Int
    public var conversationId: ConversationID
    /// Its place in the conversation: 1 for the first item, then one more each, without a hole.
    public var sequence: Int
    public var kind: MessageKind
    /// Absent for the platform's own messages.
    public var authorId: UserID?
    public var sentAt: Date
    public var subject: UUID { messageId.uuid }

    public init(
        messageId: MessageID, version: Int, conversationId: ConversationID, sequence: Int, kind: MessageKind, authorId: UserID?, sentAt: Date
    ) {
        self.messageId = messageId
        self.version = version
        self.conversationId = conversationId
        self.sequence = sequence
        self.kind = kind
        self.authorId = authorId
        self.sentAt = sentAt
    }
}

/// A message was taken back by its author; a tombstone is left in its place.
public struct MessageDeleted: CareEvent {
    public static let type = "care.messages.deleted.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.messages
    public var messageId: MessageID
    public var version: Int
    public var conversationId: ConversationID
    public var sequence: Int
    public var kind: MessageKind
    public var deletedAt: Date
    public var subject: UUID { messageId.uuid }

    public init(messageId: MessageID, version: Int, conversationId: ConversationID, sequence: Int, kind: MessageKind, deletedAt: Date) {
        self.messageId = messageId
        self.version = version
        self.conversationId = conversationId
        self.sequence = sequence
        self.kind = kind
        self.deletedAt = deletedAt
    }
}
