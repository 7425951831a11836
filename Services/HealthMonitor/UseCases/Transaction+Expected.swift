import CareModels
import Foundation
import Postgres

extension Transaction {
    /// A heart rate that the patient sent, at the version that they have read. Under the monitor's lock.
    func ownHeartRate(at instant: Date, of monitor: Monitor, expectedVersion: Int?) async throws -> StoredHeartRate {
        guard let stored = try await storedHeartRate(at: instant, of: monitor) else { throw Refusal.noSuchHeartRate }
        try stored.requireOwn()
        try ReadVersion.check(expectedVersion, against: stored.version, Refusal.changed)
        return stored
    }

    /// The patient's reminder at the version that they have read, locked after its timer, with which `timer` does what it has to: whoever fires a reminder
    /// holds its timer first.
    func lockReminder(
        _ id: ReminderID, of person: UserID, expectedVersion: Int?, timer: (String) async throws -> Void
    ) async throws -> ReminderRecord {
        guard try await reminder(id, of: person) != nil else { throw Refusal.noSuchReminder }
        try await timer(id.description)
        guard let reminder = try await lockReminder(id, of: person) else { throw Refusal.noSuchReminder }
        try ReadVersion.check(expectedVersion, against: reminder.version, Refusal.changed)
        return reminder
    }
}
