import CareModels
import Foundation

/// Something that the person should see, as their feed tells it. The lists have it already: this is for what else an app does then, such as a sound.
public enum Happening: Equatable, Sendable {
    /// Something was said, or happened in a conversation; or a message was taken back: then it has no content.
    case message(Messaging.Message)
    /// A conversation was begun, or is another: its title, who takes part, whether it is closed.
    case conversation(Messaging.Conversation)
    /// Somebody has seen a conversation up to the message of that sequence.
    case seen(by: UserID, upTo: Int, in: ConversationID)
    /// The person was notified, or has read a notification.
    case notification(Notifications.Item)
}

extension Happening {
    /// Nil of what a later version of the platform tells.
    init?(_ entry: FeedEntry) {
        if let notification = entry.notification {
            self = .notification(notification)
        } else if let item = entry.item {
            self = .message(item)
        } else if let seen = entry.seen, let conversation = entry.conversationId {
            self = .seen(by: seen.userId, upTo: seen.sequence, in: conversation)
        } else if let conversation = entry.conversation {
            self = .conversation(conversation)
        } else {
            return nil
        }
    }
}
