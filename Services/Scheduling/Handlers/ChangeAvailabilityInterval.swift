import CareModels
import Foundation
import HTTP

/// `PATCH /providers/availability/intervals/:id` and `DELETE`: one of the caller's own one-off intervals.
struct ChangeAvailabilityInterval: Sendable {
    let dependencies: Dependencies
    let isRemoval: Bool

    func handle(_ request: Request) async throws -> Response {
        let provider = try request.identity.user()
        let id: ID<AvailabilityInterval> = try request.id("id")
        let draft: IntervalDraft? = isRemoval ? nil : try request.decode()
        let expected = try request.ifMatch()
        let change = ChangeInterval(now: dependencies.now, newID: dependencies.newID)
        let changed = try await dependencies.pool.transaction { tx in
            try await change(id.uuid, draft, of: provider, expectedVersion: expected, tx)
        }
        return try .json(AvailabilityView(changed), version: changed.version)
    }
}

/// Whose ids these are.
enum AvailabilityInterval {}
