import CareModels
import HTTP

/// `PUT /users/:id/guardianships/:guardianshipId/acceptance`: whoever was invited accepts, themselves.
struct AcceptOwnGuardianship: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try await dependencies.guardianshipParty(request, scope: "account:write")
        guard user == request.identity.userID else { throw Problem.forbidden("Only who was invited accepts.") }
        let id = try request.id("guardianshipId", of: Guardianship.self)
        let accept = dependencies.acceptGuardianship(in: request.language)
        let origin = dependencies.origin(of: request, client: request.identity.clientID, actor: user)
        let guardianship = try await dependencies.pool.transaction { tx in try await accept(id, by: user, from: origin, tx) }
        return try .json(GuardianshipView(guardianship, now: dependencies.now()), headers: ["Cache-Control": "no-store"])
    }
}
