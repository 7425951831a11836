import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct AuthorizationTests {
    static let client = Client(
        id: "app", name: "App", kind: .confidential, secretHash: [1], redirectURIs: ["https://app.example/cb"],
        scopes: ["openid", "profile", "appointments:read"], grants: [.authorizationCode], isFirstParty: false)
    static let right: [(String, String)] = [
        ("response_type", "code"), ("client_id", "app"), ("redirect_uri", "https://app.example/cb"), ("scope", "openid profile unheard"),
        ("state", "s t&1"), ("nonce", "n"), ("code_challenge", CodeExchangeTests.challenge), ("code_challenge_method", "S256")
    ]

    static func parse(_ changes: [(String, String?)] = [], client: Client? = client) -> AuthorizationRequest.Outcome {
        var pairs = right
        for (name, value) in changes {
            pairs.removeAll { $0.0 == name }
            if let value { pairs.append((name, value)) }
        }
        return AuthorizationRequest.parse(pairs.map { (name: $0.0, value: $0.1) }, client: client)
    }

    static func request(_ changes: [(String, String?)] = []) -> AuthorizationRequest? {
        if case .valid(let request) = parse(changes) { request } else { nil }
    }

    @Test func aRightRequest() throws {
        let request = try #require(Self.request())
        #expect(request.scopes == ["openid", "profile"])
        #expect(request.state == "s t&1")
        #expect(request.nonce == "n")
    }

    @Test(
        arguments: [
            ("response_type", nil, .invalidRequest), ("response_type", "token", .unsupportedResponseType), ("scope", "unheard", .invalidScope),
            ("scope", nil, .invalidScope), ("code_challenge", nil, .invalidRequest), ("code_challenge", "short", .invalidRequest),
            ("code_challenge_method", nil, .invalidRequest), ("code_challenge_method", "plain", .invalidRequest),
            ("prompt", "none login", .invalidRequest), ("prompt", "maybe", .invalidRequest), ("max_age", "-1", .invalidRequest),
            ("max_age", "soon", .invalidRequest), ("response_mode", "fragment", .invalidRequest), ("request", "e30", .requestNotSupported),
            ("request_uri", "urn:x", .requestURINotSupported), ("nonce", String(repeating: "n", count: 1025), .invalidRequest)
        ] as [(String, String?, OAuthError.Code)])
    func faultsGoToTheApp(_ name: String, _ value: String?, _ code: OAuthError.Code) {
        guard case .redirect(let target, let error) = Self.parse([(name, value)]) else {
            Issue.record("not sent to the app")
            return
        }
        #expect(error.code == code)
        #expect(target == .init(redirectURI: "https://app.example/cb", state: "s t&1"))
    }

    @Test func whatCannotBeTrustedIsShownToThePerson() {
        #expect(Self.parse(client: nil) == .page(.unknownClient))
        #expect(Self.parse([("redirect_uri", nil)]) == .page(.wrongRedirect))
        #expect(Self.parse([("redirect_uri", "https://evil.example/cb")]) == .page(.wrongRedirect))
        // How such addresses are compared is said, whatever the app has registered.
        for own in ["http://localhost:5173/cb", "http://127.0.0.1:5173/other", "http://[::1]/cb"] {
            #expect(Self.parse([("redirect_uri", own)]) == .page(.wrongLoopback), "\(own)")
        }
        #expect(Self.parse([("redirect_uri", "http://localhost.evil.example/cb")]) == .page(.wrongRedirect))
        let pairs = Self.right.map { (name: $0.0, value: $0.1) }
        #expect(AuthorizationRequest.parse(pairs + [(name: "redirect_uri", value: "https://evil.example")], client: Self.client) == .page(.repeated))
        // What we do not know may come as often as it likes.
        let unknown = [(name: "unheard", value: "of"), (name: "unheard", value: "again")]
        #expect(AuthorizationRequest.parse(pairs + unknown, client: Self.client) == Self.parse())
        guard case .redirect(_, let error) = AuthorizationRequest.parse(pairs + [(name: "scope", value: "openid")], client: Self.client) else {
            Issue.record("a repeated scope is the app's fault")
            return
        }
        #expect(error.code == .invalidRequest)
    }

    @Test func aClientWithoutTheGrantIsRefused() {
        var client = Self.client
        client.grants = [.clientCredentials]
        guard case .redirect(_, let error) = Self.parse(client: client) else { return #expect(Bool(false)) }
        #expect(error.code == .unauthorizedClient)
    }

    @Test(
        arguments: [
            ([("code_challenge", nil), ("code_challenge_method", nil)], true), ([("code_challenge", nil)], false), ([("code_challenge_method", nil)], false),
            ([("code_challenge_method", "plain")], false), ([], true)
        ] as [([(String, String?)], Bool)]) func pkceIsWholeOrNotThere(_ changes: [(String, String?)], _ isValid: Bool)
    {
        var client = Self.client
        client.requiresPKCE = false
        guard case .valid(let request) = Self.parse(changes, client: client) else { return #expect(!isValid) }
        #expect(isValid)
        #expect(request.challenge == (changes.isEmpty ? CodeExchangeTests.challenge : nil))
    }

    struct Step: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var changes: [(String, String?)] = []
        var signedIn = true
        var granted: Set<String> = []
        var kind = Client.Kind.confidential
        var redirect = "https://app.example/cb"
        var firstParty = false
        var expected: AuthorizationStep
    }

    static let both: Set<String> = ["openid", "profile"]
    static let steps: [Step] = [
        Step(testDescription: "nobody logged in", signedIn: false, expected: .logIn),
        Step(testDescription: "prompt=login", changes: [("prompt", "login")], granted: both, expected: .logIn),
        Step(testDescription: "too old a login", changes: [("max_age", "60")], granted: both, expected: .logIn),
        Step(testDescription: "young enough", changes: [("max_age", "100")], granted: both, expected: .issue(both)),
        Step(testDescription: "first time", expected: .consent(both)),
        Step(testDescription: "agreed before", granted: both, expected: .issue(both)),
        Step(testDescription: "asks for more", granted: ["openid"], expected: .consent(both)),
        Step(testDescription: "prompt=consent", changes: [("prompt", "consent")], granted: both, expected: .consent(both)),
        Step(testDescription: "our own", firstParty: true, expected: .issue(both)),
        Step(testDescription: "public over https", granted: both, kind: .public, expected: .issue(both)),
        Step(
            testDescription: "public on loopback is asked each time", changes: [("redirect_uri", "http://127.0.0.1:5/cb")], granted: both,
            kind: .public, redirect: "http://127.0.0.1/cb", expected: .consent(both))
    ]

    @Test(arguments: steps) func next(_ row: Step) throws {
        var client = Self.client
        client.kind = row.kind
        client.redirectURIs = [row.redirect]
        client.isFirstParty = row.firstParty
        guard case .valid(let request) = Self.parse(row.changes, client: client) else {
            Issue.record("not valid")
            return
        }
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let person = AuthorizationStep.SignedIn(userID: UserID(UUID()), role: .patient, authTime: now - 90, granted: row.granted)
        #expect(AuthorizationStep.next(request, client: client, signedIn: row.signedIn ? person : nil, now: now) == row.expected)
    }

    @Test(arguments: [(false, OAuthError.Code.loginRequired), (true, .consentRequired)]) func silently(_ signedIn: Bool, _ code: OAuthError.Code) throws {
        let request = try #require(Self.request([("prompt", "none")]))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let person = AuthorizationStep.SignedIn(userID: UserID(UUID()), role: .patient, authTime: now, granted: [])
        guard case .refuse(let error) = AuthorizationStep.next(request, client: Self.client, signedIn: signedIn ? person : nil, now: now) else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == code)
    }

    @Test func afterLoginTheWishForItIsMet() {
        let pairs = [(name: "prompt", value: "login consent"), (name: "max_age", value: "0"), (name: "scope", value: "openid")]
        let rest = AuthorizationRequest.afterLogin(pairs)
        #expect(rest.map(\.name) == ["prompt", "scope"])
        #expect(rest.map(\.value) == ["consent", "openid"])
        #expect(AuthorizationRequest.afterLogin([(name: "prompt", value: "login")]).isEmpty)
    }
}
