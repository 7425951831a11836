import CareModels
import HTTP
import Outbox

/// `POST /health/intakes`: the caller took their medication now.
struct RecordIntake: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let take = TakeMedication(keys: dependencies.keys, now: dependencies.moment)
        return try await dependencies.pool.idempotent(request) { tx in try .json(IntakeView(try await take(of: person, tx))) }
    }
}
