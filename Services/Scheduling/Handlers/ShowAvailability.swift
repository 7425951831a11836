import CareModels
import HTTP

/// `GET /providers/:id/availability`: the hours that a provider publishes, and how they may be booked.
struct ShowAvailability: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: UserID = try request.id("id")
        let stored = try await dependencies.pool.quickReads.calendar(of: id)
        guard let stored else { throw Refusal.noSuchProvider }
        return try .json(AvailabilityView(stored), version: stored.version)
    }
}
