import HTTP

/// `GET /account/factors`: what one proves oneself by beside the password, for who has just signed in.
struct ShowFactors: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).recently(at: .factors, request, goOn: request.query[AccountPlace.goOn]) { visitor in
            visitor.visit.response(try await dependencies.factorsPage(visitor).page)
        }
    }
}

extension Dependencies {
    func factorsPage(_ visitor: OwnAccountPages.Visitor) async throws -> FactorsPage {
        let id = visitor.user.id
        let view = try await pool.withConnection { connection in
            FactorsView(
                try await connection.factors(of: id), try await connection.passkeys(of: id), recoveryCodesLeft: try await connection.countRecoveryCodes(of: id))
        }
        return FactorsPage(factors: view, takesPasskeys: relyingParty != nil, form: visitor.visit.form)
    }
}
