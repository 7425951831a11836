import CareModels
import HTTP

/// `DELETE /organisations/:id/members/:userId/verification`: the organisation vouches for this provider no more.
struct WithdrawMembersVerification: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (id, user) = (try request.id("id", of: Organisation.self), try request.id("userId", of: User.self))
        let caller = try await dependencies.organisationCaller(request)
        let expected = try request.ifMatch()
        let withdraw = WithdrawVerification(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in
            try await withdraw(of: user, in: id, expectedRevision: expected, by: caller, from: origin, tx)
        }
        return .noContent
    }
}
