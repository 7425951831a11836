import CareModels
import HTTP

/// `urn:ietf:params:oauth:grant-type:device_code` (RFC 8628, 3.4): a device asks again and again, until somebody has decided.
struct DeviceCodeGrant: Sendable {
    let dependencies: Dependencies

    func tokens(_ form: [String: String], for client: Client, key: String?, on device: SignInDevice, from origin: Origin) async throws -> TokenView {
        guard let code = form["device_code"] else { throw OAuthError(.invalidRequest, "device_code is required") }
        let (hash, refresh) = (Secret.hash(code), RefreshToken.first())
        let poll = PollDevice(lifetime: dependencies.settings.sessionLifetime, now: dependencies.now, newID: dependencies.newID)
        let outcome = try await dependencies.pool.transaction { tx in
            try await poll(hash, by: client, key: key, refresh: refresh, on: device, from: origin, tx)
        }
        switch outcome {
        case .issued(let issued):
            let grant = AuthorizationCodeGrant(dependencies: dependencies)
            return try await grant.view(issued, client, key: key, refresh: client.mayRefresh(issued.session.scopes) ? refresh : nil)
        case .refused(let error): throw error
        case .unknown:
            dependencies.tally.count(.codeRefused, from: origin)
            throw OAuthError(.invalidGrant, "the device code is unknown, was used, or is not for this client")
        }
    }
}
