import CareModels
import HTTP
import Outbox
import Postgres

/// `POST /providers/availability` adds to the caller's own calendar; `PATCH` replaces the parts that it names.
struct PublishAvailability: Sendable {
    let dependencies: Dependencies
    let mode: AvailabilityRule.Mode

    func handle(_ request: Request) async throws -> Response {
        let provider = try request.identity.user()
        let draft: AvailabilityDraft = try request.decode()
        let expected = try request.ifMatch()
        return try await dependencies.pool.idempotent(request) { tx in
            let before = try await lock(provider, tx)
            if let expected, expected != before.version {
                throw Problem.preconditionFailed("The availability is at version \(before.version); read it again.")
            }
            let now = dependencies.now()
            let calendar = try AvailabilityRule.apply(draft, to: before.calendar, mode, now: now.epochSeconds)
            let version = try await tx.save(calendar, of: provider, timeZone: draft.timeZone)
            try await tx.emit(AvailabilityChanged(providerId: provider, version: version, changedAt: now))
            var after = before
            after.version = version
            after.calendar = calendar
            return try .json(AvailabilityView(after), status: mode == .add ? .created : .ok, version: version)
        }
    }

    /// The calendar of a provider whose event has not come yet is made here: the token says who they are.
    private func lock(_ provider: UserID, _ tx: Transaction) async throws -> StoredCalendar {
        if let stored = try await tx.lockCalendar(of: provider) { return stored }
        try await tx.admit(provider, as: .provider)
        try await tx.createCalendar(of: provider)
        guard let stored = try await tx.lockCalendar(of: provider) else { throw Problem.forbidden("This account was erased.") }
        return stored
    }
}
