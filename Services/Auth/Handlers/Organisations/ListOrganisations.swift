import CareModels
import HTTP

/// `GET /organisations?limit=&after=`: those that one is a member of; all of them for the platform's admin.
struct ListOrganisations: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let caller = try await dependencies.organisationCaller(request)
        let page = try request.page()
        let after = try NameCursor<Organisation>(page)
        let rows = try await dependencies.pool.withConnection {
            try await $0.organisations(of: caller.isPlatform ? nil : caller.id, after: after, limit: page.limit + 1)
        }
        let found = page.page(rows) { NameCursor<Organisation>($0.details.name, $0.id).fields }
        let items = found.items.map { OrganisationView($0, roles: nil, issuer: dependencies.settings.issuer) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}
