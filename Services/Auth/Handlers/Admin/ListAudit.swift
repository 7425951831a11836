import CareModels
import HTTP

/// `GET /admin/audit?userId=&clientId=&kind=&from=&to=&limit=&after=`: what happened to accounts, tokens and clients, the latest first.
struct ListAudit: Sendable {
    let dependencies: Dependencies

    static let query: Set = ["userId", "clientId", "kind", "from", "to", "limit", "after"]

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        var checks = Checks()
        let asked = try checks.read(request.page())
        let kind = try checks.read(request.query.value("kind", AuditEntry.Kind.self))
        let filter = AuditFilter(
            user: try checks.read(request.query.id("userId", of: User.self)), client: request.query["clientId"], kind: kind?.rawValue,
            since: try checks.read(request.query.instant("from")), until: try checks.read(request.query.instant("to")))
        if let since = filter.since, let until = filter.until { checks.check(since < until, "to", "must be after from") }
        let page = try checks.done(asked)
        let before = try page.int(at: 0)
        let lines = try await dependencies.pool.withConnection { try await $0.auditLines(filter, before: before, limit: page.limit + 1) }
        try await dependencies.note(.auditRead, of: filter.user, from: dependencies.actorOrigin(of: request))
        let found = page.page(lines) { [String($0.sealed.link.place)] }
        let items = found.items.map { AuditLineView($0) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}
