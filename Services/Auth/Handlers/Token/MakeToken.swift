import CareModels
import Foundation
import HTTP
import Telemetry

extension Handlers {
    /// The token endpoint's answer (RFC 6749, 5.1).
    struct TokenView: Codable, Equatable, Sendable {
        var access_token: String
        var token_type = "Bearer"
        /// Seconds.
        var expires_in: Int
        var refresh_token: String?
        var scope: String
        var id_token: String?
    }

    /// `POST /oauth/token`: OAuth's own errors (RFC 6749, 5.2), not problem+json.
    func makeToken(_ request: Request) async throws -> Response {
        var usedBasic = false
        do {
            let form = try tokenForm(request)
            let header = request.headers.first(name: "Authorization")
            usedBasic = header != nil
            let credentials = try ClientCredentials.parse(authorization: header, form: form)
            guard let client = try await dependencies.clients.client(credentials.clientID), credentials.prove(client) else {
                dependencies.countRefusal(.clientRefused, request)
                throw OAuthError(.invalidClient, "unknown client, or wrong client authentication")
            }
            guard let name = form["grant_type"] else { throw OAuthError(.invalidRequest, "grant_type is required") }
            guard let grant = Client.Grant(rawValue: name) else {
                throw OAuthError(.unsupportedGrantType, "grant_type must be authorization_code, refresh_token or client_credentials")
            }
            guard client.grants.contains(grant) else { throw OAuthError(.unauthorizedClient, "this client may not use this grant_type") }
            let view =
                switch grant {
                case .authorizationCode: try await exchangeCode(form, client: client, request)
                case .refreshToken: try await refreshTokens(form, client: client, request)
                case .clientCredentials: try await makeMachineToken(form, client: client)
                }
            Metrics.count("auth_tokens_total", [("grant", grant.rawValue)])
            return try .json(view, headers: ["Cache-Control": "no-store", "Pragma": "no-cache"])
        } catch let error as OAuthError {
            Metrics.count("auth_token_errors_total", [("error", error.code.rawValue)])
            return try Self.errorResponse(error, usedBasic: usedBasic)
        }
    }

    private func tokenForm(_ request: Request) throws -> [String: String] {
        let type = request.headers.first(name: "Content-Type")?.split(separator: ";").first?.lowercased()
        guard type == "application/x-www-form-urlencoded" else {
            throw OAuthError(.invalidRequest, "the body must be application/x-www-form-urlencoded")
        }
        var form: [String: String] = [:]
        for pair in FormEncoding.pairs(String(decoding: request.body, as: UTF8.self)) where !pair.value.isEmpty {
            guard form.updateValue(pair.value, forKey: pair.name) == nil else {
                throw OAuthError(.invalidRequest, "a parameter is sent more than once")
            }
        }
        return form
    }

    private struct ErrorView: Encodable {
        var error: String
        var error_description: String
    }

    private static func errorResponse(_ error: OAuthError, usedBasic: Bool) throws -> Response {
        var headers: HTTPHeaders = ["Cache-Control": "no-store", "Pragma": "no-cache"]
        let isClient = error.code == .invalidClient
        if isClient, usedBasic { headers.add(name: "WWW-Authenticate", value: "Basic realm=\"careline\"") }
        let view = ErrorView(error: error.code.rawValue, error_description: error.description)
        return try .json(view, status: isClient ? .unauthorized : .badRequest, headers: headers)
    }
}
