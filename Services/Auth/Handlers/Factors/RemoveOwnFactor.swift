import CareModels
import HTTP

/// `DELETE /users/:id/factors/:factorId`: it counts no more.
struct RemoveOwnFactor: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try dependencies.ownFactors(request, scope: "account:write")
        let factor = try request.id("factorId", of: Factor.self)
        let expected = try request.ifMatch()
        try await dependencies.requireOwnApp(request)
        try await dependencies.requireFreshSignIn(request)
        let remove = RemoveFactor(tell: dependencies.tellOfAccount(in: request.language), now: dependencies.now)
        let origin = dependencies.origin(of: request, client: request.identity.clientID)
        try await dependencies.pool.transaction { tx in try await remove(factor, of: id, expectedRevision: expected, from: origin, tx) }
        return .noContent
    }
}
