import CareModels
import Foundation
import HTTP

/// `POST /userinfo`: the same; the token may come in the form instead of the header (RFC 6750, 2.2).
struct PostUserInfo: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let identity = try await dependencies.verifier.verify(token(request), now: Date())
        try Access.signedIn.scope("openid").check(identity)
        return try await GetUserInfo(dependencies: dependencies).answer(identity)
    }

    /// In one place alone (RFC 6750, 2).
    private func token(_ request: Request) throws -> String {
        let isForm = request.mediaType == "application/x-www-form-urlencoded"
        let inForm = isForm ? try request.form()["access_token"] : nil
        switch (request.bearerToken, inForm) {
        case (let token?, nil): return token
        case (nil, let token?): return token
        case (nil, nil): throw Problem.unauthorized("Send an access token: Authorization: Bearer …, or access_token in the form.")
        case (_?, _?): throw Problem.invalid([Fault("access_token", "is in the form and in the header; send it once")])
        }
    }
}
