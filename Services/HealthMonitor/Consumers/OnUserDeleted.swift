import CareModels
import Outbox
import Postgres

/// A person was erased: their key first, so that no copy of the database can be read, then every row.
enum OnUserDeleted {
    static func handle(_ event: UserDeleted, _ dependencies: Dependencies, _ tx: Transaction) async throws {
        try await tx.eraseMonitor(of: event.userId, version: event.version, at: event.deletedAt)
        try await dependencies.keys.erase(event.userId, tx)
        // Before the reminders: one that is firing right now holds its timer first, then its reminder.
        for reminder in try await tx.reminders(of: event.userId) {
            try await tx.cancelTimer(FireReminders.kind, key: reminder.description)
        }
        try await tx.deleteHistory(of: event.userId)
    }
}
