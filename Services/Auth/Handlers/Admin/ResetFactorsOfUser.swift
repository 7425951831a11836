import CareModels
import HTTP

/// `POST /admin/users/:id/factors/reset`: takes the second factors of somebody away who cannot get in with them any more.
struct ResetFactorsOfUser: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var reason: String
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requirePower(request)
        let body: Body = try request.decode()
        guard let reason = FactorReset.Reason(rawValue: body.reason) else {
            throw Problem.invalid(Fault("reason", "must be one of lost, stolen, broken and security"))
        }
        let reset = ResetFactors(tell: dependencies.tellOfAccount, now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await reset(id, for: reason, from: origin, tx) }
        return .noContent
    }
}
