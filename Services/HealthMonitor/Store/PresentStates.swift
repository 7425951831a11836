import CareModels
import Foundation
import Postgres

extension Transaction {
    /// The next alerts by id, locked. Erasure leaves none of a person's.
    func alertSnapshots(after id: UUID, _ most: Int) async throws -> [AlertSnapshot] {
        let rows = try await query(
            """
            SELECT id, version, person_id, raised_at, answered_at FROM alerts WHERE id > \(id) ORDER BY id LIMIT \(most) FOR NO KEY UPDATE
            """)
        return try rows.map { row in
            AlertSnapshot(
                alertId: try row["id"], version: try row["version"], patientId: try row["person_id"], raisedAt: try row["raised_at"],
                answeredAt: try row["answered_at"])
        }
    }

    /// The same of reminders.
    func reminderSnapshots(after id: UUID, _ most: Int) async throws -> [ReminderSnapshot] {
        let rows = try await query(
            """
            SELECT id, version, person_id, alert_id, due_at, fired_at, cancelled_at FROM reminders WHERE id > \(id)
            ORDER BY id LIMIT \(most) FOR NO KEY UPDATE
            """)
        return try rows.map { row in
            ReminderSnapshot(
                reminderId: try row["id"], version: try row["version"], patientId: try row["person_id"], alertId: try row["alert_id"],
                dueAt: try row["due_at"], firedAt: try row["fired_at"], cancelledAt: try row["cancelled_at"])
        }
    }
}
