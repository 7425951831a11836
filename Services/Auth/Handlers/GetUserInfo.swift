import CareModels
import Foundation
import HTTP

/// `/userinfo` (OpenID Connect Core, 5.3): what the token's scopes give, and what was asked for claim by claim.
struct GetUserInfo: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response { try await answer(request.identity) }

    /// Of whom the token speaks.
    func answer(_ caller: Identity) async throws -> Response {
        let id = try caller.user()
        let instant = dependencies.now()
        guard let session = caller.sessionID else { throw Problem.unauthorized("This token belongs to no session. Log in again.") }
        guard let claims = try await dependencies.pool.quickReads.userInfoClaims(of: session, now: instant) else {
            throw Problem.unauthorized("This session has ended. Log in again.")
        }
        guard let user = try await dependencies.pool.quickReads.user(id) else {
            throw Problem.unauthorized("This account is gone.")
        }
        let person = PersonView(user, claims: PersonClaims.given(by: caller.scopes).union(claims), picture: dependencies.avatarAddress)
        let view = UserInfoView(sub: id, person: person)
        return try .json(view, headers: ["Cache-Control": "no-store"])
    }
}
