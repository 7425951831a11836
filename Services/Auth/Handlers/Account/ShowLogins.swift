import HTTP

/// `GET /account/logins`: where one is logged in, and which apps may do something for oneself.
struct ShowLogins: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.logins, request) { visitor in
            visitor.visit.response(try await dependencies.loginsPage(visitor).page)
        }
    }
}

extension Dependencies {
    /// The latest sessions and the first apps: so many that hardly anybody has more, and who ends some sees the others.
    func loginsPage(_ visitor: OwnAccountPages.Visitor) async throws -> LoginsPage {
        let (id, now, most) = (visitor.user.id, now(), LoginsPage.most)
        let (sessions, apps) = try await pool.withConnection { connection in
            (try await connection.sessions(of: id, after: nil, limit: most, now: now), try await connection.apps(of: id, after: nil, limit: most))
        }
        return LoginsPage(sessions: sessions, apps: apps, form: visitor.visit.form)
    }
}
