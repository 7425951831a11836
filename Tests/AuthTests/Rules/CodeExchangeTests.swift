import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct CodeExchangeTests {
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"  // RFC 7636, appendix B
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let session = SessionID(UUID())

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var client = "app"
        var redirect: String? = "https://app.example/cb"
        var verifier: String? = CodeExchangeTests.verifier
        var challenge: String? = CodeExchangeTests.challenge
        var age: TimeInterval = 1
        var isUsed = false
        /// Of the key that was announced, and of the one that was shown.
        var keys: (String?, String?) = (nil, nil)
        var expected: CodeExchange.Decision
    }

    static let cases: [Case] = [
        Case(testDescription: "right", expected: .issue),
        Case(testDescription: "OAuth 2.1: no redirect_uri", redirect: nil, expected: .issue),
        Case(testDescription: "wrong redirect", redirect: "https://app.example/other", expected: .burn(.redirectMismatch)),
        Case(testDescription: "wrong verifier", verifier: String(repeating: "a", count: 43), expected: .burn(.wrongVerifier)),
        Case(testDescription: "no verifier", verifier: "", expected: .burn(.wrongVerifier)),
        Case(testDescription: "no verifier at all", verifier: nil, expected: .burn(.wrongVerifier)),
        Case(testDescription: "without PKCE", verifier: nil, challenge: nil, expected: .issue),
        Case(testDescription: "a verifier and no challenge", challenge: nil, expected: .burn(.wrongVerifier)),
        Case(testDescription: "the key that was announced", keys: ("k", "k"), expected: .issue),
        Case(testDescription: "a key that nobody announced", keys: (nil, "k"), expected: .issue),
        Case(testDescription: "another key", keys: ("k", "l"), expected: .burn(.anotherKey)),
        Case(testDescription: "no key", keys: ("k", nil), expected: .burn(.anotherKey)),
        Case(testDescription: "expired", age: 60, expected: .refuse(.expired)),
        Case(testDescription: "another client", client: "other", expected: .refuse(.anotherClient)),
        Case(testDescription: "another client, used", client: "other", isUsed: true, expected: .refuse(.anotherClient)),
        Case(testDescription: "replay", isUsed: true, expected: .replay(revoke: session)),
        Case(testDescription: "late replay", age: 600, isUsed: true, expected: .replay(revoke: session))
    ]

    @Test(arguments: cases) func decides(_ row: Case) {
        let made = Date(timeIntervalSince1970: 1_800_000_000)
        let code = CodeExchange.Code(
            clientID: "app", redirectURI: "https://app.example/cb", challenge: row.challenge, expiresAt: made + 60,
            isUsed: row.isUsed, session: row.isUsed ? Self.session : nil, keyThumbprint: row.keys.0)
        let attempt = CodeExchange.Attempt(clientID: row.client, redirectURI: row.redirect, verifier: row.verifier, keyThumbprint: row.keys.1)
        #expect(CodeExchange.decide(attempt, code: code, now: made + row.age) == row.expected)
    }

    @Test func theChallengeOfTheRFC() {
        #expect(PKCE.challenge(of: Self.verifier) == Self.challenge)
        #expect(PKCE.isChallenge(Self.challenge))
        #expect(!PKCE.isChallenge(Self.verifier + "="))
        #expect(!PKCE.isChallenge("short"))
        #expect(!PKCE.verifies(String(repeating: "é", count: 43), challenge: Self.challenge))
    }
}
