import CareModels
import HTTP

/// `POST /oauth/device_authorization` (RFC 8628, 3.1): a device without a browser asks for a code that its person types at `/device`.
struct AuthorizeDevice: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        do {
            let (form, client) = try await ClientForm(dependencies: dependencies).read(request)
            guard client.grants.contains(.deviceCode) else { throw OAuthError(.unauthorizedClient, "this client may not use the device flow") }
            let bases = LaunchParameters.bases(issuer: dependencies.settings.issuer)
            let scopes = try DeviceScopes.asked(form["scope"], audience: form["aud"], of: client, bases: bases)
            try dependencies.allowances.checkRequest(of: client, from: dependencies.identifiers.address(request.clientAddress))
            let secret = Base64URL.encode(Secret.random())
            let begin = BeginDevice(now: dependencies.now)
            let code = try await dependencies.pool.transaction { tx in
                try await begin(client, scopes, deviceHash: Secret.hash(secret), codes: { .random() }, tx)
            }
            let view = DeviceView(device_code: secret, user_code: code.shown, verification_uri: dependencies.settings.issuer + AccountPlace.device.path)
            return try .json(view, headers: ["Cache-Control": "no-store"])
        } catch let error as OAuthError {
            return try error.response(to: request)
        }
    }
}
