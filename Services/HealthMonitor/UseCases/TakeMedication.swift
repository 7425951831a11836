import CareModels
import Foundation
import Postgres
import Sealing

/// A patient says, without being asked, that they took their medication now. What they were to be reminded of is done.
struct TakeMedication: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(of person: UserID, _ tx: Transaction) async throws -> Monitor {
        let now = now()
        var monitor = try await tx.lockMonitor(of: person, keys)
        let cancel = CancelReminder(keys: keys, now: { now })
        for reminder in try await tx.pendingReminders(of: person) {
            // One that has fired in this very moment needs no cancelling.
            do { try await cancel.cancel(reminder, of: person, expectedVersion: nil, tx) } catch Reminding.Refusal.over {}
        }
        let outcome = Intake.take(monitor.settings, monitor.state, now: now, zone: monitor.timeZone)
        monitor.change(to: outcome.settings)
        monitor.state = outcome.state
        try await tx.save(monitor)
        return monitor
    }
}
