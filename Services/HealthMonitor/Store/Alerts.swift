import CareModels
import Foundation
import Postgres
import Sealing

extension AlertRecord {
    fileprivate static let columns = """
        a.id, a.person_id, a.version, a.raised_at, a.answered_at, a.sealed, r.id AS reminder_id, r.version AS reminder_version, r.due_at, r.fired_at,
        r.cancelled_at
        """

    fileprivate init(_ row: Row, _ key: PersonKey) throws {
        id = try row["id"]
        version = try row["version"]
        raisedAt = try row["raised_at"]
        answeredAt = try row["answered_at"]
        contents = try key.open(json: try row["sealed"], at: Self.place(id))
        let reminderId: ReminderID? = try row["reminder_id"]
        if let reminderId {
            reminder = ReminderRecord(
                id: reminderId, version: try row["reminder_version"], patientId: try row["person_id"], alertId: id, dueAt: try row["due_at"],
                firedAt: try row["fired_at"], cancelledAt: try row["cancelled_at"])
        }
    }

    fileprivate static func place(_ id: AlertID) -> String { "alerts \(id)" }
}

extension PostgresReader {
    func alert(_ id: AlertID, of monitor: Monitor) async throws -> AlertRecord? {
        let row = try await first(
            """
            SELECT \(unescaped: AlertRecord.columns) FROM alerts a LEFT JOIN reminders r ON r.alert_id = a.id
            WHERE a.id = \(id) AND a.person_id = \(monitor.personId)
            """)
        return try row.map { try AlertRecord($0, monitor.key) }
    }
}

extension PostgresRunner {
    /// Newest first.
    func alerts(of monitor: Monitor, after: TimeCursor<Alert>?, limit: Int) async throws -> [AlertRecord] {
        var conditions: [SQL] = ["a.person_id = \(monitor.personId)"]
        if let after { conditions.append("(a.raised_at, a.id) < (\(after.instant), \(after.id))") }
        let rows = try await query(
            """
            SELECT \(unescaped: AlertRecord.columns) FROM alerts a LEFT JOIN reminders r ON r.alert_id = a.id
            WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY a.raised_at DESC, a.id DESC LIMIT \(limit)
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
