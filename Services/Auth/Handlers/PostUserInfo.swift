import CareModels
import CareService
import Foundation
import HTTP

/// `POST /userinfo`: the same; the token may come in the form instead of the header (RFC 6750, 2.2).
struct PostUserInfo: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let token = try token(request)
        // A proof that came with the header's token is spent already.
        let identity =
            if case .bound = token, let caller = request.caller { caller } else { try await dependencies.verifier.verify(token, of: request.call, now: Date()) }
        try Access.signedIn.scope("openid").check(identity)
        return try await GetUserInfo(dependencies: dependencies).answer(identity)
    }

    /// In one place alone (RFC 6750, 2). In the form it comes by itself.
    private func token(_ request: Request) throws -> PresentedToken {
        let isForm = request.mediaType == "application/x-www-form-urlencoded"
        let inForm = isForm ? try request.form()["access_token"] : nil
        switch (PresentedToken(request.headers), inForm) {
        case (let token?, nil): return token
        case (nil, let token?): return .bearer(token)
        case (nil, nil): throw Problem.unauthorized("Send an access token: Authorization: Bearer …, or access_token in the form.")
        case (_?, _?): throw Problem.invalid(Fault("access_token", "is in the form and in the header; send it once"))
        }
    }
}
