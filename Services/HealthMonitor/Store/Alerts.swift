import CareModels
import Foundation
import HTTP
import Postgres
import Sealing

/// An alert with its reminder.
struct AlertRecord: Sendable {
    var id: AlertID
    var version: Int
    var raisedAt: Date
    var answeredAt: Date?
    var contents: AlertContents
    var reminder: ReminderRecord?

    fileprivate static let columns = """
        a.id, a.version, a.raised_at, a.answered_at, a.sealed, r.id AS reminder_id, r.due_at, r.fired_at
        """

    init(id: AlertID, raisedAt: Date, contents: AlertContents) {
        self.id = id
        version = 1
        self.raisedAt = raisedAt
        self.contents = contents
    }

    fileprivate init(_ row: Row, _ key: PersonKey) throws {
        id = try row["id"]
        version = try row["version"]
        raisedAt = try row["raised_at"]
        answeredAt = try row["answered_at"]
        contents = try key.open(json: try row["sealed"], at: Self.place(id))
        let reminderId: ReminderID? = try row["reminder_id"]
        if let reminderId { reminder = ReminderRecord(id: reminderId, dueAt: try row["due_at"], firedAt: try row["fired_at"]) }
    }

    fileprivate static func place(_ id: AlertID) -> String { "alerts \(id)" }
}

struct ReminderRecord: Sendable {
    var id: ReminderID
    var dueAt: Date
    var firedAt: Date?
}

extension PostgresRunner {
    func alert(_ id: AlertID, of monitor: Monitor) async throws -> AlertRecord? {
        let row = try await first(
            """
            SELECT \(unescaped: AlertRecord.columns) FROM alerts a LEFT JOIN reminders r ON r.alert_id = a.id
            WHERE a.id = \(id) AND a.person_id = \(monitor.personId)
            """)
        return try row.map { try AlertRecord($0, monitor.key) }
    }

    /// Newest first; one more than the page holds.
    func alerts(of monitor: Monitor, _ page: PageRequest) async throws -> [AlertRecord] {
        var conditions: [SQL] = ["a.person_id = \(monitor.personId)"]
        if let after = try TimeCursor(page) { conditions.append("(a.raised_at, a.id) < (\(after.instant), \(after.id)::uuid)") }
        let rows = try await query(
            """
            SELECT \(unescaped: AlertRecord.columns) FROM alerts a LEFT JOIN reminders r ON r.alert_id = a.id
            WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY a.raised_at DESC, a.id DESC LIMIT \(page.limit + 1)
            """)
        return try rows.map { try AlertRecord($0, monitor.key) }
    }
}

extension Transaction {
    func insert(_ alert: AlertRecord, of monitor: Monitor) async throws {
        let quietUntil = alert.raisedAt.addingTimeInterval(Double(SettingsChange.minimumInterval.lowerBound * 60))
        try await execute(
            """
            INSERT INTO alerts (id, person_id, version, raised_at, quiet_until, sealed)
            VALUES (\(alert.id), \(monitor.personId), \(alert.version), \(alert.raisedAt), \(quietUntil),
                    \(try monitor.key.seal(json: alert.contents, at: AlertRecord.place(alert.id))))
            """)
    }

    /// The answered alert, as the version that it names.
    func update(_ alert: AlertRecord, of monitor: Monitor) async throws {
        try await execute(
            """
            UPDATE alerts SET version = \(alert.version), answered_at = \(alert.answeredAt)::timestamptz,
                sealed = \(try monitor.key.seal(json: alert.contents, at: AlertRecord.place(alert.id)))
            WHERE id = \(alert.id)
            """)
    }
}

/// Where a list goes on: after this instant and id.
struct TimeCursor: Sendable {
    var instant: Date
    var id: UUID

    init?(_ page: PageRequest) throws {
        guard let instant = try page.instant(at: 0), let id: ID<Any> = try page.id(at: 1) else { return nil }
        self.instant = instant
        self.id = id.uuid
    }
}
