import CareModels
import HTTP

/// `POST /users/:id/factors/passkeys/registration`: the passkey that was made, which counts from now on.
struct RegisterOwnPasskey: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var name: String
        var credential: PasskeyRegistration.Sent
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try dependencies.ownFactors(request, scope: "account:write")
        try await dependencies.requireOwnApp(request)
        _ = try await dependencies.standing(request)
        let body: Body = try request.decode()
        let name = try Passkey.name(body.name)
        let session = try dependencies.session(request)
        let maker = PasskeyCeremonies.Maker(
            userID: id, holder: .session(session), place: .session(session), language: request.language,
            origin: dependencies.origin(of: request, client: request.identity.clientID))
        let made = try await PasskeyCeremonies(dependencies: dependencies).register(body.credential, named: name, by: maker)
        let view = NewPasskeyView(passkey: .init(made.passkey), recoveryCodes: made.recoveryCodes)
        return try .json(view, status: .created, headers: ["Cache-Control": "no-store"])
    }
}
