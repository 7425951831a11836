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
        let user = try await dependencies.ownAccount(request)
        let body: Body = try request.decode()
        let password = PasswordPolicy.normalize(body.new)
        if let fault = dependencies.passwordPolicy.fault(in: password, username: user.username, email: user.email) {
            throw Problem.invalid(Fault("new", fault.message))
        }
        let change = ChangePassword(replace: dependencies.replacePassword(in: request.language), now: dependencies.now)
        try await ProveAgain(dependencies: dependencies)(body.current, field: "current", of: user, request) { login in
            let hash = try await dependencies.passwords.hash(password)
            try await dependencies.pool.transaction { tx in try await change(login, newHash: hash, keeping: request.identity.sessionID, tx) }
        }
        return .noContent
    }
}
