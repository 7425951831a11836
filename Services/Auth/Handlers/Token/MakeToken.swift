import CareModels
import HTTP
import Telemetry

/// `POST /oauth/token`: OAuth's own errors (RFC 6749, 5.2), not problem+json.
struct MakeToken: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        do {
            let (form, client) = try await ClientForm(dependencies: dependencies).read(request)
            let grant = try grant(form, client)
            let key = try dependencies.shownKey(request, by: client)
            let view = try await tokens(grant, form, client, key, request)
            AuthMetrics.tokens(grant.rawValue).add()
            return try .json(view, headers: ["Cache-Control": "no-store", "Pragma": "no-cache"])
        } catch let error as OAuthError {
            AuthMetrics.tokenErrors(error.code.rawValue).add()
            return try error.response(to: request)
        }
    }

    /// `key`: the thumbprint of the one that the client has shown, and to which the tokens are bound.
    private func tokens(
        _ grant: Client.Grant, _ form: [String: String], _ client: Client, _ key: String?, _ request: Request
    ) async throws -> TokenView {
        func origin() -> Origin { dependencies.origin(of: request, client: client.id) }
        let device = request.signInDevice
        return switch grant {
        case .authorizationCode:
            try await AuthorizationCodeGrant(dependencies: dependencies).tokens(form, for: client, key: key, on: device, from: origin())
        case .refreshToken: try await RefreshTokenGrant(dependencies: dependencies).tokens(form, for: client, key: key, from: origin())
        case .tokenExchange: try await TokenExchangeGrant(dependencies: dependencies).tokens(form, for: client, key: key, on: device, from: origin())
        case .clientCredentials: try await ClientCredentialsGrant(dependencies: dependencies).tokens(form, for: client, key: key)
        case .deviceCode: try await DeviceCodeGrant(dependencies: dependencies).tokens(form, for: client, key: key, on: device, from: origin())
        }
    }

    private func grant(_ form: [String: String], _ client: Client) throws -> Client.Grant {
        guard let name = form["grant_type"] else { throw OAuthError(.invalidRequest, "grant_type is required") }
        guard let grant = Client.Grant(rawValue: name) else {
            throw OAuthError(.unsupportedGrantType, "grant_type must be one of: \(Client.Grant.allCases.map(\.rawValue).joined(separator: " "))")
        }
        guard client.grants.contains(grant) else { throw OAuthError(.unauthorizedClient, "this client may not use this grant_type") }
        return grant
    }
}
