import Foundation

/// A user's feed grew by one entry: who holds a socket of theirs reads it from the database. Thin on purpose.
public struct FeedAdvanced: CareEvent {
    public static let type = "care.feed.advanced.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.feed
    public var userId: UserID
    /// The same as `sequence`: a feed has an event for each of its entries.
    public var version: Int
    public var sequence: Int
    public var subject: UUID { userId.uuid }

    public init(userId: UserID, sequence: Int) {
        self.userId = userId
        version = sequence
        self.sequence = sequence
    }
}

/// A participant is typing, or has stopped. It is shown to the others who are connected, and kept in no feed. The subject is the participation,
/// so that the versions count one person's in one conversation.
public struct FeedTyping: CareEvent {
    public static let type = "care.feed.typing.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.feed
    public var participationId: ParticipationID
    public var version: Int
    public var conversationId: ConversationID
    public var userId: UserID
    public var recipientIds: [UserID]
    public var typingAt: Date
    /// False: they have stopped. Absent in what a release before told.
    public var typing: Bool?
    public var subject: UUID { participationId.uuid }

    public init(
        participationId: ParticipationID, version: Int, conversationId: ConversationID, userId: UserID, recipientIds: [UserID], typingAt: Date,
        typing: Bool?
    ) {
        self.participationId = participationId
        self.version = version
        self.conversationId = conversationId
        self.userId = userId
        self.recipientIds = recipientIds
        self.typingAt = typingAt
        self.typing = typing
    }
}
