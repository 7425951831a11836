import CareModels
import Foundation
import Outbox
import Postgres

/// A provider publishes hours, and how they may be booked.
struct PublishHours: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `expectedVersion`: the one that the provider has read, where they say so.
    func callAsFunction(
        _ draft: AvailabilityDraft, _ mode: AvailabilityRule.Mode, of provider: UserID, expectedVersion: Int?, _ tx: Transaction
    ) async throws -> StoredCalendar {
        let before = try await lock(provider, tx)
        try ReadVersion.check(expectedVersion, against: before.version, Refusal.availabilityChanged)
        let now = now()
        var after = before
        after.calendar = try AvailabilityRule.apply(draft, to: before.calendar, mode, now: now.epochSeconds)
        if let chosen = after.calendar.desk.organisation, chosen != before.calendar.desk.organisation, try await !tx.practises(provider, in: chosen) {
            throw Faults("organisationId", "must be an organisation that you practise in")
        }
        after.intervalIDs = before.intervalIDs.next(from: before.calendar, to: after.calendar, newID: newID)
        after.version += 1
        try await tx.save(after, choosing: draft.timeZone.value)
        try await tx.emit(AvailabilityChanged(providerId: provider, version: after.version, changedAt: now))
        return after
    }

    /// The calendar of a provider whose event has not come yet is made here: the token says who they are.
    private func lock(_ provider: UserID, _ tx: Transaction) async throws -> StoredCalendar {
        if let stored = try await tx.lockCalendar(of: provider) { return stored }
        try await tx.admit(provider, as: .provider, in: .people)
        try await tx.createCalendar(of: provider)
        guard let stored = try await tx.lockCalendar(of: provider) else { throw Refusal.accountErased }
        return stored
    }
}
