import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// Erases a person: their key first, so that no copy of the database can be read, then every row, with the events that were not sent yet.
struct ErasePerson: Sendable {
    let keys: PersonKeys

    func callAsFunction(_ person: UserID, version: Int, at deletedAt: Date, _ tx: Transaction) async throws -> VersionStep {
        let step = try await tx.erasePerson(person, version: version, at: deletedAt, in: .monitors)
        try await keys.erase(person, tx)
        // Before the reminders: one that is firing right now holds its timer first, then its reminder.
        for reminder in try await tx.pendingReminders(of: person) {
            try await tx.cancelTimer(FireReminder.timer, key: reminder.description)
        }
        try await tx.withdrawEvents(about: person)
        try await tx.deleteHistory(of: person)
        return step ?? .seen
    }
}
