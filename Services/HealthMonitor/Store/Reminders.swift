import CareModels
import Foundation
import Postgres

extension Transaction {
    func insert(_ reminder: ReminderRecord) async throws {
        try await execute(
            """
            INSERT INTO reminders (id, alert_id, person_id, version, due_at)
            VALUES (\(reminder.id), \(reminder.alertId), \(reminder.patientId), \(reminder.version), \(reminder.dueAt))
            """)
    }

    /// As it fired; nil when it has fired before, or its person was erased.
    func fireReminder(_ id: ReminderID, now: Date) async throws -> ReminderRecord? {
        let row = try await first(
            """
            UPDATE reminders SET fired_at = \(now), version = version + 1 WHERE id = \(id) AND fired_at IS NULL
            RETURNING version, person_id, alert_id, due_at
            """)
        return try row.map { row in
            ReminderRecord(
                id: id, version: try row["version"], patientId: try row["person_id"], alertId: try row["alert_id"], dueAt: try row["due_at"],
                firedAt: now)
        }
    }

    func reminders(of person: UserID) async throws -> [ReminderID] {
        try await query("SELECT id FROM reminders WHERE person_id = \(person) AND fired_at IS NULL ORDER BY id").map { try $0["id"] }
    }

    /// Everything that was kept about the person, after their monitor.
    func deleteHistory(of person: UserID) async throws {
        try await batch([
            "DELETE FROM evaluations WHERE person_id = \(person)",
            "DELETE FROM reminders WHERE person_id = \(person)",
            "DELETE FROM alerts WHERE person_id = \(person)",
            "DELETE FROM heart_rates WHERE person_id = \(person)",
            "DELETE FROM observation_versions WHERE person_id = \(person)"
        ])
    }
}
