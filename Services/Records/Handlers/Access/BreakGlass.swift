import CareModels
import HTTP
import Outbox

/// `POST /records/break-glass`: a provider reads a record for an hour without the person's consent, and says why.
struct BreakGlass: Sendable {
    let dependencies: Dependencies

    struct Body: Decodable {
        var patientId: UserID
        var reason: String
    }

    func handle(_ request: Request) async throws -> Response {
        let body = try request.decode(Body.self)
        let provider = try request.identity.user()
        var checks = Checks()
        let text = checks.prose(body.reason, "reason", required: true, most: 500)
        let reason = try checks.done(text)
        guard request.isFor(body.patientId) else { throw Problem.launchedForAnother }
        AccessTrail.current?.concerns(body.patientId, for: .breakGlass)
        AccessTrail.current?.letIn(.given(GivenAccess(allowances: [], now: dependencies.moment(), purpose: .breakGlass)), changes: nil)
        let override = OverrideAccess(writing: dependencies.writing)
        return try await dependencies.inTurn(of: body.patientId) {
            try await dependencies.pool.idempotent(request) { tx in
                try .json(OverrideView(try await override(reason, of: body.patientId, by: provider, tx)), status: .created)
            }
        }
    }
}
