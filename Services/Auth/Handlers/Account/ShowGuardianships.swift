import HTTP

/// `GET /account/guardianships`: who may act for oneself, and for whom one may.
struct ShowGuardianships: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.guardianships, request) { visitor in
            visitor.visit.response(try await dependencies.guardianshipsPage(visitor).page)
        }
    }
}

extension Dependencies {
    /// The latest: so many that hardly anybody has more, and who ends some sees the others.
    func guardianshipsPage(_ visitor: OwnAccountPages.Visitor) async throws -> GuardianshipsPage {
        let (user, now) = (visitor.user, now())
        let found = try await pool.withConnection { connection in
            try await connection.guardianships(of: user.id, provenAddress: user.provenAddress, after: nil, limit: GuardianshipsPage.most, now: now)
        }
        return GuardianshipsPage(guardianships: found, reader: user.id, now: now, form: visitor.visit.form)
    }
}
