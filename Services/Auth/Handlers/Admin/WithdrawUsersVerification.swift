import CareModels
import HTTP

/// `DELETE /admin/users/:id/verification`: a provider counts as none any more, whoever has verified them.
struct WithdrawUsersVerification: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requirePower(request)
        let expected = try request.ifMatch()
        let withdraw = WithdrawVerification(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await withdraw(of: id, expectedRevision: expected, from: origin, tx) }
        return .noContent
    }
}
