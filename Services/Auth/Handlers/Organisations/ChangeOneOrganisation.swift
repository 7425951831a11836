import CareModels
import HTTP

/// `PATCH /organisations/:id`: what it says of itself; by its owners and administrators. What others have written since it was read is not overwritten unseen.
struct ChangeOneOrganisation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let expected = try request.requiredIfMatch()
        let patch: OrganisationDetails.Patch = try request.decode()
        let change = ChangeOrganisation(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        let organisation = try await dependencies.pool.transaction { tx in
            try await change(patch, of: id, expectedRevision: expected, by: caller, from: origin, tx)
        }
        return try .json(OrganisationView(organisation, roles: nil, issuer: dependencies.settings.issuer), version: organisation.revision)
    }
}
