import Foundation

/// A conversation began. Its title and what is said in it stay in the service.
public struct ConversationCreated: CareEvent {
    public static let type = "care.conversations.created.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.conversations
    public var conversationId: ConversationID
    public var version: Int
    public var participantIds: [UserID]
    /// Absent when the platform itself began it, for an appointment.
    public var createdBy: UserID?
    public var createdAt: Date
    public var subject: UUID { conversationId.uuid }

    public init(conversationId: ConversationID, version: Int, participantIds: [UserID], createdBy: UserID?, createdAt: Date) {
        self.conversationId = conversationId
        self.version = version
        self.participantIds = participantIds
        self.createdBy = createdBy
        self.createdAt = createdAt
    }
}

/// A provider proposed to bring someone into a patient's conversation: they join when the patient says so.
public struct ConversationInvited: CareEvent {
    public static let type = "care.conversations.invited.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.conversations
    public var conversationId: ConversationID
    public var version: Int
    public var userId: UserID
    public var invitedBy: UserID
    public var invitedAt: Date
    public var subject: UUID { conversationId.uuid }

    public init(conversationId: ConversationID, version: Int, userId: UserID, invitedBy: UserID, invitedAt: Date) {
        self.conversationId = conversationId
        self.version = version
        self.userId = userId
        self.invitedBy = invitedBy
        self.invitedAt = invitedAt
    }
}

/// An invitation was declined by the patient, or taken back by whoever proposed it.
public struct ConversationDeclined: CareEvent {
    public static let type = "care.conversations.declined.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.conversations
    public var conversationId: ConversationID
    public var version: Int
    public var userId: UserID
    public var declinedBy: UserID
    public var declinedAt: Date
    public var subject: UUID { conversationId.uuid }

    public init(conversationId: ConversationID, version: Int, userId: UserID, declinedBy: UserID, declinedAt: Date) {
        self.conversationId = conversationId
        self.version = version
        self.userId = userId
        self.declinedBy = declinedBy
        self.declinedAt = declinedAt
    }
}

/// Someone was added to a conversation.
public struct ConversationJoined: CareEvent {
    public static let type = "care.conversations.joined.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.conversations
    public var conversationId: ConversationID
    public var version: Int
    public var userId: UserID
    public var addedBy: UserID
    public var joinedAt: Date
    public var subject: UUID { conversationId.uuid }

    public init(conversationId: ConversationID, version: Int, userId: UserID, addedBy: UserID, joinedAt: Date) {
        self.conversationId = conversationId
        self.version = version
        self.userId = userId
        self.addedBy = addedBy
        self.joinedAt = joinedAt
    }
}

/// A participant left a conversation; what was said until then they may still read.
public struct ConversationLeft: CareEvent {
    public static let type = "care.conversations.left.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.conversations
    public var conversationId: ConversationID
    public var version: Int
    public var userId: UserID
    public var leftAt: Date
    public var subject: UUID { conversationId.uuid }

    public init(conversationId: ConversationID, version: Int, userId: UserID, leftAt: Date) {
        self.conversationId = conversationId
        self.version = version
        self.userId = userId
        self.leftAt = leftAt
    }
}

/// A conversation takes no more messages until it is reopened.
public struct ConversationClosed: CareEvent {
    public static let type = "care.conversations.closed.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.conversations
    public var conversationId: ConversationID
    public var version: Int
    /// Absent when the platform closed it, because its patient was erased.
    public var closedBy: UserID?
    public var closedAt: Date
    public var subject: UUID { conversationId.uuid }

    public init(conversationId: ConversationID, version: Int, closedBy: UserID?, closedAt: Date) {
        self.conversationId = conversationId
        self.version = version
        self.closedBy = closedBy
        self.closedAt = closedAt
    }
}

/// A closed conversation takes messages again.
public struct ConversationReopened: CareEvent {
    public static let type = "care.conversations.reopened.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.conversations
    public var conversationId: ConversationID
    public var version: Int
    public var reopenedBy: UserID
    public var reopenedAt: Date
    public var subject: UUID { conversationId.uuid }

    public init(conversationId: ConversationID, version: Int, reopenedBy: UserID, reopenedAt: Date) {
        self.conversationId = conversationId
        self.version = version
        self.reopenedBy = reopenedBy
        self.reopenedAt = reopenedAt
    }
}
