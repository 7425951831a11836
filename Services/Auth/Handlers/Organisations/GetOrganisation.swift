import CareModels
import HTTP

/// `GET /organisations/:id`: for its members, and the platform's admin.
struct GetOrganisation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let (organisation, actor) = try await dependencies.pool.withConnection { try await $0.organisation(id, for: caller) }
        return try .json(OrganisationView(organisation, roles: actor.roles, issuer: dependencies.settings.issuer), version: organisation.revision)
    }
}
