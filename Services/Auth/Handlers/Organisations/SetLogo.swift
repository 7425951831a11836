import CareModels
import HTTP

/// `PUT /organisations/:id/logo`: the picture's bytes; by owners and administrators.
struct SetLogo: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let (expected, logo) = (try request.ifMatch(), try Avatar.check(request.body))
        let change = dependencies.changeLogo
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await change(logo, of: id, expectedRevision: expected, by: caller, from: origin, tx) }
        return .noContent
    }
}
