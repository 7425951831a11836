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
    /// The latest sessions and browsers, and the first apps: so many that hardly anybody has more, and who ends some sees the others.
    func loginsPage(_ visitor: OwnAccountPages.Visitor) async throws -> LoginsPage {
        let (id, now, most) = (visitor.user.id, now(), LoginsPage.most)
        return try await pool.withConnection { connection in
            LoginsPage(
                sessions: try await connection.sessions(of: id, after: nil, limit: most, now: now),
                browsers: try await connection.browsers(of: id, after: nil, limit: most, now: now), current: visitor.visit.browser.sessionHash,
                apps: try await connection.apps(of: id, after: nil, limit: most), isProvider: visitor.user.role == .provider, form: visitor.visit.form)
        }
    }
}
