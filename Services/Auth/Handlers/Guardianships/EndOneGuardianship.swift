import CareModels
import HTTP

/// `DELETE /users/:id/guardianships/:guardianshipId`: either of the two ends it, declines or takes back the invitation; an operator may for them.
struct EndOneGuardianship: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let party = try await dependencies.guardianshipParty(request, scope: "account:write")
        let id = try request.id("guardianshipId", of: Guardianship.self)
        let end = dependencies.endGuardianship(in: dependencies.language(of: request, about: party))
        let origin = dependencies.origin(of: request, client: request.identity.clientID, actor: request.identity.userID)
        try await dependencies.pool.transaction { tx in try await end(id, of: party, from: origin, tx) }
        return .noContent
    }
}
