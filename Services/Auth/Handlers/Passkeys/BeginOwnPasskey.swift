import CareModels
import HTTP

/// `POST /users/:id/factors/passkeys`: what a browser or a device makes a passkey by, for who has just signed in.
struct BeginOwnPasskey: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try dependencies.ownFactors(request, scope: "account:write")
        try await dependencies.requireOwnApp(request)
        try await dependencies.requireFreshSignIn(request)
        let view = try await PasskeyCeremonies(dependencies: dependencies).beginRegistration(of: id, by: .session(try dependencies.session(request)))
        return try .json(view, headers: ["Cache-Control": "no-store"])
    }
}

extension Dependencies {
    /// In which whoever asks has signed in.
    func session(_ request: Request) throws -> SessionID {
        guard let session = request.identity.sessionID else { throw Problem.unauthorized("This token belongs to no session. Log in again.") }
        return session
    }
}
