import CareModels
import HTTP

/// `GET /providers/specialties?limit=&after=`: the specialties that have a code, by name.
struct ListSpecialties: Sendable {
    func handle(_ request: Request) async throws -> Response {
        let page = try request.page()
        let last = try page.text(at: 0)
        let rest = Specialty.all.drop { each in last.map { each.key <= $0 } ?? false }
        let found = page.page(Array(rest.prefix(page.limit + 1))) { [$0.key] }
        return try .json(Page(items: found.items.map { SpecialtyView($0) }, nextCursor: found.nextCursor))
    }
}
