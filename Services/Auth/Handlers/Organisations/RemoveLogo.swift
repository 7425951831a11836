import CareModels
import HTTP

/// `DELETE /organisations/:id/logo`: no logo any more; by owners and administrators.
struct RemoveLogo: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let expected = try request.ifMatch()
        let change = dependencies.changeLogo
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await change(nil, of: id, expectedRevision: expected, by: caller, from: origin, tx) }
        return .noContent
    }
}
