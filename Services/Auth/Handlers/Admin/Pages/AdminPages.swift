import CareModels
import HTTP

/// What the pages of operators have in common: they are for admins who have logged in to this browser with two factors, and send any other to the login page,
/// which leads back to the first of them.
struct AdminPages: Sendable {
    let dependencies: Dependencies

    func at(_ request: Request, _ body: (OwnAccountPages.Visitor) async throws -> Response) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.administration, request) { visitor in
            guard visitor.user.role == .admin else { return visitor.visit.response(NoticePage.forOperators.page, .forbidden) }
            guard dependencies.settings.adminsNeedSecondFactor, !visitor.standing.context.hasTwoFactors else { return try await body(visitor) }
            guard visitor.user.hasSecondFactor else { return visitor.visit.response(NoticePage.secondFactorFirst.page, .forbidden) }
            let login = AccountPlace.administration.login(issuer: dependencies.settings.issuer, withTwoFactors: true)
            return .redirect(to: login, headers: ["Cache-Control": "no-store"])
        }
    }

    func origin(_ visitor: OwnAccountPages.Visitor, _ request: Request) -> Origin {
        dependencies.origin(of: request, client: Client.accountPagesID, actor: visitor.user.id)
    }

    func done(_ path: String) -> Response { .redirect(to: path, headers: ["Cache-Control": "no-store"]) }
}
