import CareModels
import Foundation
import Postgres
import Sealing

/// An entry of a feed with what it is about, as it is now.
struct FeedEntryView: Encodable, Sendable {
    struct Seen: Encodable, Sendable {
        var userId: UserID
        var sequence: Int
    }

    /// 1 for a user's first entry, then one more each, without a gap.
    var sequence: Int
    var kind: String
    var at: Date
    var conversationId: ConversationID?
    var item: ItemView?
    var conversation: ConversationView?
    var seen: Seen?
    var notification: NotificationView?
}

struct FeedReader: Sendable {
    let keys: PersonKeys
    let now: Date

    func entries(of user: UserID, after sequence: Int, limit: Int, _ runner: some PostgresRunner) async throws -> [FeedEntryView] {
        let records = try await runner.feedEntries(of: user, after: sequence, limit: limit)
        let itemRecords = try await runner.items(unique(records.compactMap(\.itemId)))
        let items = try await ItemReader(keys: keys).views(itemRecords, for: user, runner)
        let itemsByID = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let notifications = try await runner.notifications(unique(records.compactMap(\.notificationId)), of: user)
        let notificationsByID = Dictionary(notifications.map { ($0.id, NotificationView($0)) }, uniquingKeysWith: { first, _ in first })
        let conversationIDs = unique(records.compactMap { $0.kind == .conversation ? $0.conversationId : nil })
        var conversations: [ConversationID: ConversationView] = [:]
        if !conversationIDs.isEmpty {
            let found = try await runner.conversations(conversationIDs, for: user)
            for view in try await ConversationReader(keys: keys, now: now).views(found, for: user, runner) { conversations[view.id] = view }
        }
        return records.map { record in
            var view = FeedEntryView(sequence: record.sequence, kind: record.kind.rawValue, at: record.createdAt, conversationId: record.conversationId)
            view.item = record.itemId.flatMap { itemsByID[$0] }
            view.notification = record.notificationId.flatMap { notificationsByID[$0] }
            if record.kind == .conversation { view.conversation = record.conversationId.flatMap { conversations[$0] } }
            if record.kind == .seen, let person = record.personId, let seen = record.seenSequence {
                view.seen = FeedEntryView.Seen(userId: person, sequence: seen)
            }
            return view
        }
    }

    private func unique<Entity>(_ ids: [ID<Entity>]) -> [ID<Entity>] { Array(Set(ids)) }
}
