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
            let (seen, names) = (try await connection.verifications(of: id), try await connection.namesOfVerifiers(of: id))
            let licences = seen.map { record in
                SeenLicence(opened: OpenedVerification(record, masters), organisation: record.organisationID.map { names[$0] ?? $0.description })
            }
            return PersonPage(user: user, sessionCount: try await connection.sessionCount(of: id, now: instant), licences: licences, form: visitor.visit.form)
        }
    }
}
