import CareModels
import HTTP

/// `POST /users/:id/factors/totp/confirmation`: the app's first code, by which the factor counts; answered with the recovery codes. A wrong one counts like a
/// login that failed, but apart from those of who is not logged in.
struct ConfirmOwnTOTP: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var code: String
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try dependencies.ownFactors(request, scope: "account:write")
        try await dependencies.requireOwnApp(request)
        _ = try await dependencies.standing(request)
        let body: Body = try request.decode()
        guard let user = try await dependencies.pool.withConnection({ try await $0.user(id) }) else { throw Refusal.noSuchUser }
        let authenticate = Authenticate(dependencies: dependencies)
        let attempt = authenticate.attempt(again: user.username, request)
        let confirm = ConfirmTOTP(masters: dependencies.masters, tell: dependencies.tellOfAccount(in: request.language), now: dependencies.now)
        let (shown, kept) = dependencies.newRecoveryCodes()
        do {
            try await dependencies.pool.transaction { tx in
                try await confirm(body.code, of: id, in: request.identity.sessionID.map(SignInPlace.session), recovery: kept, attempt, tx)
            }
        } catch LoginRefusal.wrongCode {
            guard case .blocked(let seconds) = try await authenticate.wrongCode(attempt, user: id) else {
                throw Problem.invalid(Fault("code", "is not what the app shows now"))
            }
            throw LoginRefusal.blocked(seconds)
        }
        return try .json(RecoveryCodesView(recoveryCodes: shown), headers: ["Cache-Control": "no-store"])
    }
}
