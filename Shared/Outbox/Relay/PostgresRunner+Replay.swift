import CareModels
import Foundation
import Postgres

/// Which published events to send again; every condition that is given must hold.
package struct ReplayFilter: Sendable {
    package var topic: Topic?
    package var subject: UUID?
    package var type: String?
    package var since: Date?
    package var until: Date?

    package init(topic: Topic? = nil, subject: UUID? = nil, type: String? = nil, since: Date? = nil, until: Date? = nil) {
        self.topic = topic
        self.subject = subject
        self.type = type
        self.since = since
        self.until = until
    }

    fileprivate var conditions: [SQL] {
        var conditions: [SQL] = []
        if let topic { conditions.append("topic = \(topic.rawValue)") }
        if let subject { conditions.append("subject = \(subject)") }
        if let type { conditions.append("type = \(type)") }
        if let since { conditions.append("occurred_at >= \(since)") }
        if let until { conditions.append("occurred_at < \(until)") }
        return conditions
    }
}

extension PostgresRunner {
    /// How many events the filter takes.
    package func replayable(_ filter: ReplayFilter) async throws -> Int {
        let conditions = ["true"] + filter.conditions
        return try await first("SELECT count(*) AS count FROM outbox WHERE \(SQL.join(conditions, separator: " AND "))")?["count"] ?? 0
    }

    /// Puts up to `limit` published events after `position` back in the relay's queue: they go out again with their old ids, in
    /// order, so consumers whose inbox remembers them do nothing. Returns how many, and the position to go on after; nil when
    /// there are no more. They are locked until the commit: who deletes some of them waits, and then takes them from the queue, too
    /// (`leaveQueue`); those that somebody deletes just now are passed over.
    package func replayOutbox(_ filter: ReplayFilter, after position: Int = 0, limit: Int = 5000) async throws -> (count: Int, next: Int?) {
        let conditions = filter.conditions + ["position > \(position)"]
        let row = try await first(
            """
            WITH chosen AS (
                SELECT position FROM outbox WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY position LIMIT \(limit)
                FOR KEY SHARE SKIP LOCKED
            ), queued AS (
                INSERT INTO outbox_pending (position) SELECT position FROM chosen ON CONFLICT DO NOTHING
            )
            SELECT count(*) AS count, max(position) AS last FROM chosen
            """)
        guard let row else { return (0, nil) }
        let count: Int = try row["count"]
        let last: Int? = try row["last"]
        return (count, count == limit ? last : nil)
    }
}
