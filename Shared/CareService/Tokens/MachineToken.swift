import CareModels
import Foundation
import HTTP
import JSON

/// A service's own access token for what it asks of another service: from Auth, by `client_credentials` (RFC 6749, 4.4), kept until shortly before it ends.
package actor MachineToken {
    private struct Answer: Decodable {
        var access_token: String
        var expires_in: Int
    }

    private let client: HTTPClient
    private let url: String
    private let credentials: String
    private let scope: String
    private var kept: (token: String, until: ContinuousClock.Instant)?

    /// So long before its end it is asked for anew.
    private static let margin: Duration = .seconds(30)

    /// `url` is an http address inside the platform: Auth's `/oauth/token`.
    package init(_ client: HTTPClient, url: String, clientID: String, secret: String, scope: String) {
        self.client = client
        self.url = url
        self.scope = scope
        // Each form-encoded first (RFC 6749, 2.3.1): a + in a secret would be read as a space.
        let pair = [clientID, secret].map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0 }
        credentials = Data(pair.joined(separator: ":").utf8).base64EncodedString()
    }

    package func token() async throws -> String {
        if let kept, kept.until > .now { return kept.token }
        let form = "grant_type=client_credentials&scope=\(scope.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? scope)"
        let headers: HTTPHeaders = ["Authorization": "Basic \(credentials)", "Content-Type": "application/x-www-form-urlencoded"]
        let response = try await client.send(.POST, url, headers: headers, body: Array(form.utf8), deadline: .seconds(3))
        guard response.status == .ok else { throw HTTPClientError.unexpectedStatus(Int(response.status.code)) }
        let answer = try CareJSON.decode(Answer.self, from: response.body)
        kept = (answer.access_token, .now + .seconds(answer.expires_in) - Self.margin)
        return answer.access_token
    }

    /// It was refused: another is asked for next time.
    package func forget() { kept = nil }
}
