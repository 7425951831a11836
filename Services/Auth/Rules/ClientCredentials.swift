import CareModels
import Foundation

/// How a client proves itself at the token endpoint and those beside it (RFC 6749, 2.3): HTTP Basic, form fields or an assertion, one of them; a public client only
/// names itself.
struct ClientCredentials: Equatable, Sendable {
    var clientID: String
    var secret: String?
    var usedBasic: Bool
    var assertion: ClientAssertion?

    static func parse(authorization: String?, form: [String: String]) throws(OAuthError) -> ClientCredentials {
        if form["client_assertion"] != nil || form["client_assertion_type"] != nil { return try parse(assertion: form, authorization) }
        guard let authorization else {
            guard let clientID = form["client_id"], !clientID.isEmpty else { throw OAuthError(.invalidClient, "client_id is required") }
            return ClientCredentials(clientID: clientID, secret: form["client_secret"], usedBasic: false)
        }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1])) else {
            throw OAuthError(.invalidClient, "the Authorization header must be Basic with client_id and client_secret")
        }
        if form["client_secret"] != nil { throw OAuthError(.invalidRequest, "use one way of client authentication only") }
        // Cut at its bytes: with an accent behind it the colon is another character, and a row of them takes long to compare with one.
        let halves = data.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { throw OAuthError(.invalidClient, "the Authorization header must hold client_id:client_secret") }
        guard let clientID = PercentCoding.decode(halves[0], plusIsSpace: true), let secret = PercentCoding.decode(halves[1], plusIsSpace: true) else {
            throw OAuthError(.invalidClient, "the Authorization header must hold client_id and client_secret form-encoded, as UTF-8 and without NUL characters")
        }
        if let named = form["client_id"], named != clientID { throw OAuthError(.invalidRequest, "client_id differs from the Authorization header") }
        return ClientCredentials(clientID: clientID, secret: secret, usedBasic: true)
    }

    private static func parse(assertion form: [String: String], _ authorization: String?) throws(OAuthError) -> ClientCredentials {
        guard authorization == nil, form["client_secret"] == nil else { throw OAuthError(.invalidRequest, "use one way of client authentication only") }
        guard form["client_assertion_type"] == ClientAssertion.type else {
            throw OAuthError(.invalidClient, "client_assertion_type must be \(ClientAssertion.type)")
        }
        guard let assertion = form["client_assertion"].flatMap({ ClientAssertion($0) }) else {
            throw OAuthError(.invalidClient, "client_assertion must be a JWT with iss, sub, aud, exp and jti, signed with one of: \(AssertionAlgorithm.names)")
        }
        if let named = form["client_id"], named != assertion.clientID { throw OAuthError(.invalidRequest, "client_id differs from the assertion's sub") }
        return ClientCredentials(clientID: assertion.clientID, usedBasic: false, assertion: assertion)
    }

    /// Whether they prove `client`, without an assertion. A public client that sends a secret is wrong about itself.
    func prove(_ client: Client, now: Date) -> Bool {
        guard let expected = client.secretHash else { return client.kind == .public && (secret ?? "").isEmpty }
        guard client.kind == .confidential, let hash = secret.map({ Secret.hash($0) }) else { return false }
        if Secret.equal(hash, expected) { return true }
        return client.formerSecret.map { $0.until > now && Secret.equal(hash, $0.hash) } ?? false
    }
}
