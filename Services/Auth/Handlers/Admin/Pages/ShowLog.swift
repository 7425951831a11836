import CareModels
import Foundation
import HTTP

/// `GET /admin/log?person=&app=&from=&to=&after=`
struct ShowLog: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let pages = AdminPages(dependencies: dependencies)
        return try await Self.asked(pages, request) { visitor, typed in
            let (page, filter) = (try request.page(), try Self.filter(typed))
            let before = try page.int(at: 0)
            let rows = try await dependencies.pool.withConnection { try await $0.auditLines(filter, before: before, limit: page.limit + 1) }
            try await dependencies.note(.auditRead, of: filter.user, from: pages.origin(visitor, request))
            let found = page.page(rows) { [String($0.sealed.link.place)] }
            return visitor.visit.response(LogPage(typed: typed, lines: found.items, nextCursor: found.nextCursor).page)
        }
    }

    /// Answers an operator who asks for lines by what they have typed; what is wrong with that is said on the page.
    static func asked(
        _ pages: AdminPages, _ request: Request, _ answer: (OwnAccountPages.Visitor, [String: String]) async throws -> Response
    ) async throws -> Response {
        try await pages.at(request) { visitor in
            let typed = LogPage.fields.reduce(into: [String: String]()) { $0[$1] = request.query[$1]?.trimmingCharacters(in: .whitespaces) }
            do {
                return try await answer(visitor, typed)
            } catch let faults as Faults {
                return visitor.visit.response(LogPage(typed: typed, lines: [], faults: faults.all).page, .badRequest)
            }
        }
    }

    /// Days are whole, in UTC.
    static func filter(_ typed: [String: String]) throws -> AuditFilter {
        var checks = Checks()
        func given(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        func day(_ name: String) -> Date? {
            guard let text = given(name) else { return nil }
            let instant = RFC3339.parse(text + "T00:00:00Z")
            checks.check(instant != nil, name, "must be a day such as 2026-03-08")
            return instant
        }
        let user = given("person").flatMap { UserID($0) }
        checks.check(user != nil || given("person") == nil, "person", "must be a UUID")
        let (since, last) = (day("from"), day("to"))
        if let since, let last { checks.check(since <= last, "to", "must not be before from") }
        try checks.done()
        return AuditFilter(user: user, client: given("app"), since: since, until: last?.addingTimeInterval(86_400))
    }
}
