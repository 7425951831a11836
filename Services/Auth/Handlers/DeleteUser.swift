import CareModels
import HTTP

/// `DELETE /users/:id`: erases an account, one's own, or anyone's for an admin.
struct DeleteUser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requireAccount(id, scope: "account:write", request)
        // Whoever has a second factor has to show it for this.
        let standing = try await dependencies.standing(request)
        if standing.hasSecondFactor { try StepUp.check(standing, now: dependencies.now()) }
        let erase = ErasePerson(masters: dependencies.masters, identifiers: dependencies.identifiers, now: dependencies.now)
        let origin = dependencies.operatorOrigin(request)
        try await dependencies.pool.transaction { tx in try await erase(id, from: origin, tx) }
        return .noContent
    }
}
