import CareModels
import HTTP

/// `POST /admin/users/:id/suspend`: keeps somebody out, at once and everywhere.
struct SuspendUser: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var reason: String
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requirePower(request)
        let body: Body = try request.decode()
        guard let reason = Suspension.Reason(rawValue: body.reason) else {
            throw Problem.invalid(Fault("reason", "must be one of security, abuse, request and legal"))
        }
        let suspend = SuspendPerson(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await suspend(id, for: reason, from: origin, tx) }
        return .noContent
    }
}
