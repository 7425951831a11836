import CareModels
import HTTP

/// `GET /admin/people/:id`
struct ShowPerson: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let pages = AdminPages(dependencies: dependencies)
        return try await pages.at(request) { visitor in
            guard let id = UserID(try request.parameter("id")), let page = try await dependencies.personPage(id, visitor) else {
                return visitor.visit.response(NoticePage.noSuchUser.page, .notFound)
            }
            try await dependencies.note(.usersRead, of: id, from: pages.origin(visitor, request))
            return visitor.visit.response(page.page)
        }
    }
}

extension Dependencies {
    /// Nil when there is no such person.
    func personPage(_ id: UserID, _ visitor: OwnAccountPages.Visitor) async throws -> PersonPage? {
        let instant = now()
        return try await pool.withConnection { connection -> PersonPage? in
            guard let user = try await connection.user(id) else { return nil }
            return PersonPage(user: user, sessionCount: try await connection.sessionCount(of: id, now: instant), form: visitor.visit.form)
        }
    }
}
