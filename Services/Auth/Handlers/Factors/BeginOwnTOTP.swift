import CareModels
import HTTP

/// `POST /users/:id/factors/totp`: a new secret for an authenticator app, which counts once a code of it has come back.
struct BeginOwnTOTP: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try dependencies.ownFactors(request, scope: "account:write")
        try await dependencies.requireOwnApp(request)
        try await dependencies.requireFreshSignIn(request)
        let secret = Secret.random(bytes: OneTimeCode.secretSize)
        let begin = BeginTOTP(masters: dependencies.masters, now: dependencies.now, newID: dependencies.newID)
        let factor = try await dependencies.pool.transaction { tx in try await begin(secret, of: id, tx) }
        guard let user = try await dependencies.pool.withConnection({ try await $0.user(id) }) else { throw Refusal.noSuchUser }
        return try .json(NewTOTPView(factor, secret: secret, username: user.username), status: .created, headers: ["Cache-Control": "no-store"])
    }
}
