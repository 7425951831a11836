import CareModels
import HTTP

/// `GET /organisations/:id/logo`: for whoever is signed in, as people's pictures are.
struct GetLogo: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        try await dependencies.requireLiveSession(request)
        guard let logo = try await dependencies.pool.withConnection({ try await $0.logo(of: id) }) else { throw OrganisationRule.Refusal.noLogo }
        return .picture(logo)
    }
}
