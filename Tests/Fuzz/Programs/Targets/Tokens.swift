import CareModels
import Crypto
import Foundation

@testable import AuthService
@testable import CareService
@testable import JSON
@testable import Outbox
@testable import Sealing

extension FuzzTarget {
    /// Access tokens and all else that proves who somebody is: taken apart before any signature is checked.
    static let token = FuzzTarget("token", longest: 2048) { input in
        let text = String(decoding: input, as: UTF8.self)
        _ = parts(text)
        // As its header, and as its claims: what libFuzzer would not find through base64url.
        let header = Base64URL.encode(input)
        let signature = Base64URL.encode([UInt8](repeating: 1, count: 64))
        if let parts = parts("\(header).e30.\(signature)") {
            expect(parts.header.alg == "ES256" && parts.header.crit == nil, "another algorithm was taken")
        }
        if let parts = parts("eyJhbGciOiJFUzI1NiJ9.\(header).\(signature)") { expect(parts.claims == input, "other claims than were sent") }
        if let claims = try? CareJSON.decode(AccessTokenClaims.self, from: Data(input)) {
            expect(claims.exp.isFinite && claims.iat.isFinite, "a token for ever")
        }

        if let token = RefreshToken(text) { expect(token.text == text && token.handle.count == 16 && token.secret.count == 32, "another token") }
        if PKCE.isChallenge(text) { expect(text.utf8.count == 43, "a challenge of \(text.utf8.count) characters") }
        _ = PKCE.verifies(text, challenge: String(repeating: "A", count: 43))
        for token in [text, "eyJhbGciOiJFUzI1NiJ9.\(header).\(signature)"] {
            guard let assertion = ClientAssertion(token) else { continue }
            expect(token.utf8.starts(with: assertion.signed.input), "another assertion than was signed")
            expect((try? assertion.id(for: [], now: Date())) == nil, "an assertion for nobody")
        }
        for token in [text, "eyJhbGciOiJFUzI1NiJ9.\(header).\(signature)"] {
            guard let assertion = UserAssertion(token) else { continue }
            expect(token.utf8.starts(with: assertion.signed.input), "another user's token than was signed")
            expect((try? assertion.id(by: assertion.claims.iss, for: [], now: Date())) == nil, "a user's token for nobody")
            expect((assertion.fullName?.unicodeScalars.count ?? 0) <= Profile.longestName, "too long a name")
            expect(assertion.signedIn(now: Date(timeIntervalSince1970: 0)) <= Date(timeIntervalSince1970: 0), "a sign-in that is to come")
        }
        if let set = PublicJWKSet(input) { expect(set.keys.count <= PublicJWKSet.mostKeys && set.keys.allSatisfy { !$0.algorithms.isEmpty }, "keys of no use") }
        for authorization in [text, "Basic " + Data(input).base64EncodedString(), "basic " + text] {
            guard let credentials = try? ClientCredentials.parse(authorization: authorization, form: [:]) else { continue }
            expect(credentials.usedBasic && credentials.secret != nil, "Basic without a secret")
        }
        _ = refusal { try IdempotencyKey(request(headers: ["Idempotency-Key": text])) }
        if let key = try? CareJSON.decode(JSONWebKeySet.self, from: Data(input)).keys.first { _ = key.verificationKey }
    }

    private static func parts(_ token: String) -> JSONWebToken.Parts? {
        guard let parts = JSONWebToken.parse(token) else { return nil }
        expect(token.utf8.count <= JSONWebToken.longest, "too long a token")
        expect(parts.signature.rawRepresentation.count == 64, "a signature of \(parts.signature.rawRepresentation.count) bytes")
        expect(token.utf8.starts(with: parts.input), "another text than was signed")
        return parts
    }
}
