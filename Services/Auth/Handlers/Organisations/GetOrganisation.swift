import CareModels
import HTTP

/// `GET /organisations/:id`: for its members, and the platform's admin.
struct GetOrganisation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let (organisation, actor) = try await dependencies.pool.withConnection { connection in
            guard let found = try await connection.organisation(id) else { throw OrganisationRule.Refusal.noSuchOrganisation }
            return (found, try await caller.actor(in: id, connection))
        }
        return try .json(OrganisationView(organisation, roles: actor.roles, issuer: dependencies.settings.issuer), version: organisation.revision)
    }
}
