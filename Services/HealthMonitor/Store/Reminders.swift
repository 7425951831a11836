import CareModels
import Foundation
import Outbox
import Postgres

extension ReminderRecord {
    fileprivate static let columns = "id, version, person_id, alert_id, due_at, fired_at, cancelled_at"

    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"], version: try row["version"], patientId: try row["person_id"], alertId: try row["alert_id"], dueAt: try row["due_at"],
            firedAt: try row["fired_at"], cancelledAt: try row["cancelled_at"])
    }
}

extension PostgresRunner {
    func reminder(_ id: ReminderID, of person: UserID) async throws -> ReminderRecord? {
        try await first("SELECT \(unescaped: ReminderRecord.columns) FROM reminders WHERE id = \(id) AND person_id = \(person)").map { try ReminderRecord($0) }
    }

    /// The latest due first.
    func reminders(of person: UserID, after: TimeCursor<Reminder>?, limit: Int) async throws -> [ReminderRecord] {
        var conditions: [SQL] = ["person_id = \(person)"]
        if let after { conditions.append("(due_at, id) < (\(after.instant), \(after.id))") }
        let rows = try await query(
            """
            SELECT \(unescaped: ReminderRecord.columns) FROM reminders WHERE \(SQL.join(conditions, separator: " AND "))
            ORDER BY due_at DESC, id DESC LIMIT \(limit)
            """)
        return try rows.map { try ReminderRecord($0) }
    }
}

extension Transaction {
    /// Locked until the end, after its timer: whoever fires it holds that first.
    func lockReminder(_ id: ReminderID, of person: UserID) async throws -> ReminderRecord? {
        let row = try await first(
            """
            SELECT \(unescaped: ReminderRecord.columns) FROM reminders WHERE id = \(id) AND person_id = \(person) FOR NO KEY UPDATE
            """)
        return try row.map { try ReminderRecord($0) }
    }

    /// The moved or cancelled reminder, as the version that it names.
    func update(_ reminder: ReminderRecord) async throws {
        try await execute(
            """
            UPDATE reminders SET version = \(reminder.version), due_at = \(reminder.dueAt), cancelled_at = \(reminder.cancelledAt)::timestamptz
            WHERE id = \(reminder.id)
            """)
    }

    func insert(_ reminder: ReminderRecord) async throws {
        try await execute(
            """
            INSERT INTO reminders (id, alert_id, person_id, version, due_at)
            VALUES (\(reminder.id), \(reminder.alertId), \(reminder.patientId), \(reminder.version), \(reminder.dueAt))
            """)
    }

    /// As it fired; nil when it has fired before or was cancelled, or its person was erased.
    func fireReminder(_ id: ReminderID, now: Date) async throws -> ReminderRecord? {
        let row = try await first(
            """
            UPDATE reminders SET fired_at = \(now), version = version + 1 WHERE id = \(id) AND fired_at IS NULL AND cancelled_at IS NULL
            RETURNING version, person_id, alert_id, due_at
            """)
        return try row.map { row in
            ReminderRecord(
                id: id, version: try row["version"], patientId: try row["person_id"], alertId: try row["alert_id"], dueAt: try row["due_at"],
                firedAt: now)
        }
    }

    func pendingReminders(of person: UserID) async throws -> [ReminderID] {
        try await query(
            """
            SELECT id FROM reminders WHERE person_id = \(person) AND fired_at IS NULL AND cancelled_at IS NULL ORDER BY id
            """
        ).map { try $0["id"] }
    }

    /// Before their history goes.
    func withdrawEvents(about person: UserID) async throws {
        try await withdrawEvents(
            of: """
                SELECT \(person)::uuid UNION ALL SELECT id FROM alerts WHERE person_id = \(person)
                UNION ALL SELECT id FROM reminders WHERE person_id = \(person)
                """)
    }

    /// Everything that was kept about the person, after their monitor.
    func deleteHistory(of person: UserID) async throws {
        try await batch([
            "DELETE FROM evaluations WHERE person_id = \(person)",
            "DELETE FROM reminders WHERE person_id = \(person)",
            "DELETE FROM alerts WHERE person_id = \(person)",
            "DELETE FROM heart_rates WHERE person_id = \(person)",
            "DELETE FROM withdrawn_heart_rates WHERE person_id = \(person)",
            "DELETE FROM observation_versions WHERE person_id = \(person)",
            "DELETE FROM withdrawn_observations WHERE person_id = \(person)"
        ])
    }
}
