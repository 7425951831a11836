import CareModels
import HTTP
import Outbox

/// `POST /providers/availability` adds to the caller's own calendar; `PATCH` is a JSON merge patch, in which a list is one value.
struct PublishAvailability: Sendable {
    let dependencies: Dependencies
    let mode: AvailabilityRule.Mode

    func handle(_ request: Request) async throws -> Response {
        let provider = try request.identity.user()
        let draft: AvailabilityDraft = try request.decode()
        let expected = try request.ifMatch()
        return try await dependencies.pool.idempotent(request) { tx in
            let published = try await PublishHours(now: dependencies.now, newID: dependencies.newID)(draft, mode, of: provider, expectedVersion: expected, tx)
            return try .json(AvailabilityView(published), status: mode == .add ? .created : .ok, version: published.version)
        }
    }
}
