import CareModels
import HTTP

/// `DELETE /organisations/:id`: closes it, for good; by its owners.
struct CloseOneOrganisation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let expected = try request.requiredIfMatch()
        let close = CloseOrganisation(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await close(id, expectedRevision: expected, by: caller, from: origin, tx) }
        return .noContent
    }
}
