import CareModels
import HTTP

/// `POST /account/password`: another password, for who knows the one before.
struct ChangeOwnPassword: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var current: String
        var new: String
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try request.identity.user()
        try await dependencies.requireLiveSession(request)
        try dependencies.requireAccess(to: id, scope: "account:write", request)
        let body: Body = try request.decode()
        guard let user = try await dependencies.pool.withConnection({ try await $0.user(id) }) else { throw Refusal.noSuchUser }
        let password = PasswordPolicy.normalize(body.new)
        if let fault = dependencies.passwordPolicy.fault(in: password, username: user.username, email: user.email) {
            throw Problem.invalid([Fault("new", fault.message)])
        }
        let change = ChangePassword(replace: dependencies.replacePassword, now: dependencies.now)
        do {
            try await Authenticate(dependencies: dependencies)(
                username: user.username, password: body.current, client: request.identity.clientID, request
            ) { login in
                let hash = try await dependencies.passwords.hash(password)
                try await dependencies.pool.transaction { tx in try await change(login, newHash: hash, keeping: request.identity.sessionID, tx) }
            }
        } catch LoginRefusal.wrong {
            // A 401 would send an app for another token, which changes nothing.
            throw Problem.invalid([Fault("current", "is not the account's password")])
        }
        return .noContent
    }
}
