import CareModels
import HTTP
import Outbox

/// `POST /organisations`: a new one, with its first owner; by the platform's admin, since organisations verify people.
struct CreateOneOrganisation: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var name: String?
        var addresses: [String]?
        var timeZone: String?
        var ownerId: UserID
    }

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        let body: Body = try request.decode()
        var checks = Checks()
        let sent = OrganisationDetails.checked(name: body.name, addresses: body.addresses, timeZone: body.timeZone, &checks)
        let details = try checks.done(sent)
        let create = CreateOrganisation(now: dependencies.now, newID: dependencies.newID)
        let origin = dependencies.actorOrigin(of: request)
        return try await dependencies.pool.idempotent(request) { tx in
            let organisation = try await create(details, owner: body.ownerId, from: origin, tx)
            let headers: HTTPHeaders = ["Location": "/organisations/\(organisation.id)"]
            return try .json(
                OrganisationView(organisation, roles: nil, issuer: dependencies.settings.issuer), status: .created, version: organisation.revision, headers: headers)
        }
    }
}
