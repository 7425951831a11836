import CareModels
import Foundation

/// Where a list goes on that is sorted by time and then by id.
struct TimeCursor<Entity>: Sendable {
    var time: Date
    var id: ID<Entity>
}

extension TimeCursor where Entity == Conversation {
    init(_ record: ConversationRecord) { self.init(time: record.updatedAt, id: record.id) }
}

extension TimeCursor where Entity == Notification {
    init(_ record: NotificationRecord) { self.init(time: record.createdAt, id: record.id) }
}
