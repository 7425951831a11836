import CareModels
import Foundation
import Postgres

/// An entry that is about to be appended to a user's feed.
struct FeedDraft: Sendable {
    var user: UserID
    var kind: FeedKind
    var conversationId: ConversationID?
    var itemId: MessageID?
    var notificationId: NotificationID?
    var personId: UserID?
    var seenSequence: Int?

    /// The same for each of `users`.
    static func all(
        _ users: [UserID], _ kind: FeedKind, conversation: ConversationID? = nil, item: MessageID? = nil, person: UserID? = nil,
        seenSequence: Int? = nil
    ) -> [FeedDraft] {
        users.map { user in
            FeedDraft(user: user, kind: kind, conversationId: conversation, itemId: item, personId: person, seenSequence: seenSequence)
        }
    }

    /// One for each notification, in their order.
    static func notifications(_ ids: [NotificationID], of user: UserID) -> [FeedDraft] {
        ids.map { FeedDraft(user: user, kind: .notification, notificationId: $0) }
    }
}

/// An entry as it is stored; what it is about is read when it is shown.
struct FeedRecord: Sendable {
    var sequence: Int
    var kind: FeedKind
    var conversationId: ConversationID?
    var itemId: MessageID?
    var notificationId: NotificationID?
    var personId: UserID?
    var seenSequence: Int?
    var createdAt: Date

    init(_ row: Row) throws {
        sequence = try row["sequence"]
        kind = try row["kind"]
        conversationId = try row["conversation_id"]
        itemId = try row["item_id"]
        notificationId = try row["notification_id"]
        personId = try row["person_id"]
        seenSequence = try row["seen_sequence"]
        createdAt = try row["created_at"]
    }
}

extension FeedKind: PostgresDecodable {}

/// How far a feed is.
struct FeedState: Sendable {
    var epoch: UUID
    var sequence: Int
    var forgotten: Int
}

extension PostgresReader {
    func feedState(of user: UserID) async throws -> FeedState {
        let row = try await first(
            """
            SELECT e.epoch, coalesce(f.sequence, 0) AS sequence, coalesce(f.forgotten, 0) AS forgotten
            FROM feed_epoch e LEFT JOIN feeds f ON f.user_id = \(user)
            """)
        guard let row else { throw NoFeedEpoch() }
        return FeedState(epoch: try row["epoch"], sequence: try row["sequence"], forgotten: try row["forgotten"])
    }
}

extension PostgresRunner {
    func feedEntries(of user: UserID, after sequence: Int, limit: Int) async throws -> [FeedRecord] {
        let rows = try await query(
            """
            SELECT sequence, kind, conversation_id, item_id, notification_id, person_id, seen_sequence, created_at
            FROM feed_entries WHERE user_id = \(user) AND sequence > \(sequence) ORDER BY sequence LIMIT \(limit)
            """)
        return try rows.map { try FeedRecord($0) }
    }

    /// The last entry's sequence of each of these users.
    func feedSequences(of users: [UserID]) async throws -> [UserID: Int] {
        let rows = try await query("SELECT user_id, sequence FROM feeds WHERE \(.isOne(of: users.map(\.uuid), "user_id"))")
        return Dictionary(try rows.map { (try $0["user_id"], try $0["sequence"]) }, uniquingKeysWith: max)
    }
}

/// Someone emptied the table `feed_epoch`.
struct NoFeedEpoch: Error {}

extension Transaction {
    func beginFeedEpoch() async throws { try await execute("UPDATE feed_epoch SET epoch = gen_random_uuid()") }

    /// Gives users a feed who have none. Before anything is appended for them, so that the rows to lock are there.
    func ensureFeeds(_ users: [UserID]) async throws {
        try await execute(
            """
            INSERT INTO feeds (user_id) SELECT id FROM unnest(\(users.map(\.uuid))) AS id ORDER BY id ON CONFLICT DO NOTHING
            """)
    }

    /// Appends the drafts to their users' feeds, in their order, and returns the event of each entry. It locks the feeds' rows, all of a commit's
    /// in the order of user ids; `Publish` says why it comes last.
    func append(_ drafts: [FeedDraft], now: Date) async throws -> [FeedAdvanced] {
        let lasts = try await advanceFeeds(drafts)
        var left: [UserID: Int] = [:]
        for draft in drafts { left[draft.user, default: 0] += 1 }
        var values: [SQL] = []
        var advanced: [FeedAdvanced] = []
        for draft in drafts {
            // The person was erased, and their feed with them.
            guard let last = lasts[draft.user], let remaining = left[draft.user] else { continue }
            left[draft.user] = remaining - 1
            let sequence = last - remaining + 1
            values.append(
                """
                (\(draft.user), \(sequence), \(draft.kind.rawValue), \(draft.conversationId)::uuid, \(draft.itemId)::uuid, \
                \(draft.notificationId)::uuid, \(draft.personId)::uuid, \(draft.seenSequence)::bigint, \(now)::timestamptz)
                """)
            advanced.append(FeedAdvanced(userId: draft.user, sequence: sequence))
        }
        // A statement takes 65,535 parameters, and the erasure of a provider touches everyone whom they talked with.
        for start in stride(from: 0, to: values.count, by: Self.entriesPerStatement) {
            let some = values[start..<min(start + Self.entriesPerStatement, values.count)]
            try await executeLater(
                """
                INSERT INTO feed_entries
                    (user_id, sequence, kind, conversation_id, item_id, notification_id, person_id, seen_sequence, created_at)
                VALUES \(SQL.join(Array(some), separator: ", "))
                """)
        }
        return advanced
    }

    private static let entriesPerStatement = 500

    /// The new last sequence of each user's feed, raised by the number of their drafts; the rows stay locked.
    private func advanceFeeds(_ drafts: [FeedDraft]) async throws -> [UserID: Int] {
        if drafts.isEmpty { return [:] }
        let entries = Dictionary(drafts.map { ($0.user, 1) }, uniquingKeysWith: +)
        let rows = try await query(
            """
            WITH locked AS MATERIALIZED (
                SELECT f.user_id, w.entries FROM feeds f JOIN \(Self.wanted(entries)) AS w (id, entries) ON w.id = f.user_id
                ORDER BY f.user_id FOR NO KEY UPDATE OF f
            )
            UPDATE feeds SET sequence = feeds.sequence + locked.entries FROM locked WHERE feeds.user_id = locked.user_id
            RETURNING feeds.user_id, feeds.sequence
            """)
        return Dictionary(try rows.map { (try $0["user_id"], try $0["sequence"]) }, uniquingKeysWith: max)
    }

    /// Of a few users, as of nearly every message, a row each: how many they are is then in the statement, and its plan is kept. PostgreSQL takes an array that it
    /// has not seen for ten elements, and so plans anew whenever it has fewer, which takes longer than the statement.
    private static func wanted(_ entries: [UserID: Int]) -> SQL {
        guard entries.count <= 8 else { return "unnest(\(entries.keys.map(\.uuid))::uuid[], \(Array(entries.values))::bigint[])" }
        let rows: [SQL] = entries.map { "(\($0.key)::uuid, \($0.value)::bigint)" }
        return "(VALUES \(SQL.join(rows, separator: ", ")))"
    }

    func eraseFeed(of user: UserID) async throws {
        try await batch([
            // The feed before its entries, as whoever forgets old ones does.
            "SELECT 1 FROM feeds WHERE user_id = \(user) FOR UPDATE",
            "DELETE FROM feed_entries WHERE user_id = \(user)",
            "DELETE FROM feeds WHERE user_id = \(user)"
        ])
    }

    /// Removes entries older than `cutoff`, at most `limit`; true when there may be more.
    func forgetEntries(before cutoff: Date, limit: Int) async throws -> Bool {
        let removed = try await execute(
            """
            WITH old AS MATERIALIZED (
                SELECT ctid AS place, user_id, sequence FROM feed_entries WHERE created_at < \(cutoff) ORDER BY user_id, sequence LIMIT \(limit)
            ), locked AS MATERIALIZED (
                SELECT f.user_id FROM feeds f WHERE f.user_id IN (SELECT user_id FROM old) ORDER BY f.user_id FOR NO KEY UPDATE
            ), marked AS (
                UPDATE feeds SET forgotten = greatest(forgotten, lasts.last)
                FROM (SELECT user_id, max(sequence) AS last FROM old GROUP BY user_id) lasts
                WHERE feeds.user_id = lasts.user_id AND feeds.user_id IN (SELECT user_id FROM locked)
            )
            DELETE FROM feed_entries WHERE ctid = ANY(ARRAY(SELECT place FROM old WHERE user_id IN (SELECT user_id FROM locked)))
            """)
        return removed == limit
    }
}
