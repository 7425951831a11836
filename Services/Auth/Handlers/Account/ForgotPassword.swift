import CareModels
import HTTP

/// `POST /account/password/reset`: a link to set a new password, by mail. The same answer for who has no account.
struct ForgotPassword: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var usernameOrEmail: String
    }

    func handle(_ request: Request) async throws -> Response {
        let body: Body = try request.decode()
        guard !body.usernameOrEmail.isEmpty, body.usernameOrEmail.unicodeScalars.count <= PasswordReset.longest else {
            throw Problem.invalid(Fault("usernameOrEmail", "must have 1 to \(limit: PasswordReset.longest) characters"))
        }
        try await dependencies.askForPasswordLink(body.usernameOrEmail, in: request.language)
        return Response(.accepted)
    }
}

extension Dependencies {
    func askForPasswordLink(_ typed: String, in language: Language) async throws {
        let ask = AskForPasswordLink(masters: masters, identifiers: identifiers, now: now)
        try await pool.transaction { tx in try await ask(typed, in: language, tx) }
    }
}
