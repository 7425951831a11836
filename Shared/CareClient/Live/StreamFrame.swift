import CareModels
import Foundation

/// What the server says on a stream.
struct StreamFrame: Decodable, Sendable {
    var type: String
    var epoch: String?
    var sequence: Int?
    var heartbeatSeconds: Int?
    var recovered: Bool?
    var entries: [FeedEntry]?
    var conversationId: ConversationID?
    var userId: UserID?
    var typing: Bool?

    static let entries = "entries"

    /// Of one that cannot be read otherwise.
    struct Name: Decodable { var type: String }
}

/// What the client says.
struct StreamCommand: Encodable, Sendable {
    var type: String
    var epoch: String?
    var since: Int?
    var token: String?
}

/// Something that a person should see. Of a kind that this version does not know only the sequence counts.
struct FeedEntry: Decodable, Equatable, Sendable {
    struct Seen: Decodable, Equatable, Sendable {
        var userId: UserID
        var sequence: Int
    }

    var sequence: Int
    var kind: String
    var at: Date
    var conversationId: ConversationID?
    var item: Messaging.Message?
    var conversation: Messaging.Conversation?
    var seen: Seen?
    var notification: Notifications.Item?
}

extension FeedEntry {
    /// It says how all is that it is about; of others a conversation has to be read anew, mostly.
    var isWhole: Bool { kind == "notification" || conversation != nil || item?.content?.text != nil }
}
