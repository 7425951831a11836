import CareModels
import Postgres
import Sealing

/// An entry of a feed with what it is about, as it is now.
struct OpenedFeedEntry: Sendable {
    var record: FeedRecord
    var item: OpenedItem?
    var conversation: OpenedConversation?
    var notification: NotificationRecord?
}

extension PostgresRunner {
    func openedFeedEntries(of user: UserID, after sequence: Int, limit: Int, with keys: PersonKeys) async throws -> [OpenedFeedEntry] {
        let records = try await feedEntries(of: user, after: sequence, limit: limit)
        let items = try await opened(items(unique(records.compactMap(\.itemId))), with: keys)
        let itemsByID = Dictionary(items.map { ($0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
        let notifications = try await notifications(unique(records.compactMap(\.notificationId)), of: user)
        let notificationsByID = Dictionary(notifications.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let conversationIDs = unique(records.compactMap { $0.kind == .conversation ? $0.conversationId : nil })
        let conversations = conversationIDs.isEmpty ? [] : try await opened(conversations(conversationIDs, for: user), with: keys)
        let conversationsByID = Dictionary(conversations.map { ($0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
        return records.map { record in
            var entry = OpenedFeedEntry(record: record)
            entry.item = record.itemId.flatMap { itemsByID[$0] }
            entry.notification = record.notificationId.flatMap { notificationsByID[$0] }
            if record.kind == .conversation { entry.conversation = record.conversationId.flatMap { conversationsByID[$0] } }
            return entry
        }
    }

    private func unique<Entity>(_ ids: [ID<Entity>]) -> [ID<Entity>] { Array(Set(ids)) }
}
