import CareModels
import HTTP

/// `DELETE /organisations/:id/members/:userId`: a member leaves, or an owner or administrator removes them.
struct RemoveOneMember: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (id, user) = (try request.id("id", of: Organisation.self), try request.id("userId", of: User.self))
        let caller = try await dependencies.organisationCaller(request)
        let expected = try request.requiredIfMatch()
        let remove = RemoveMember(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await remove(user, from: id, expectedRevision: expected, by: caller, origin: origin, tx) }
        return .noContent
    }
}
