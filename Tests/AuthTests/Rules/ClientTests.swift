import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct ClientTests {
    @Test(arguments: [
        ("https://app.example/cb", "https://app.example/cb", true), ("https://app.example/cb/", "https://app.example/cb", false),
        ("https://app.example/cb?x=1", "https://app.example/cb", false), ("https://app.example:444/cb", "https://app.example/cb", false),
        ("https://APP.example/cb", "https://app.example/cb", false), ("http://127.0.0.1:51234/cb", "http://127.0.0.1/cb", true),
        ("http://127.0.0.1:51234/cb", "http://127.0.0.1:8000/cb", true), ("http://127.0.0.1:5/other", "http://127.0.0.1/cb", false),
        ("http://[::1]:5/cb", "http://[::1]/cb", true), ("http://localhost:5/cb", "http://localhost/cb", false),
        ("https://127.0.0.1:5/cb", "https://127.0.0.1/cb", false), ("http://127.0.0.1.evil.example/cb", "http://127.0.0.1/cb", false),
        ("http://127.0.0.1:5@evil.example/cb", "http://127.0.0.1/cb", false), ("http://user@127.0.0.1/cb", "http://127.0.0.1/cb", false),
        ("com.example.app:/cb", "com.example.app:/cb", true), ("http://127.0.0.1:65535/cb", "http://127.0.0.1/cb", true),
        ("http://127.0.0.1:65536/cb", "http://127.0.0.1/cb", false), ("http://127.0.0.1:0/cb", "http://127.0.0.1/cb", false),
        ("http://127.0.0.1:/cb", "http://127.0.0.1/cb", false), ("http://127.0.0.1:5:6/cb", "http://127.0.0.1/cb", false),
        ("http://127.0.0.1:5/cb?x=1", "http://127.0.0.1/cb?x=1", true), ("http://127.0.0.1:5/cb%2F", "http://127.0.0.1/cb/", false),
        // The same characters of Unicode, other bytes.
        ("https://app.example/e\u{301}", "https://app.example/\u{E9}", false)
    ]) func redirects(_ requested: String, _ registered: String, _ matches: Bool) {
        #expect(RedirectURI.matches(requested, registered: [registered]) == matches)
    }

    @Test(arguments: [
        ("https://app.example/cb", true), ("http://app.example/cb", false), ("http://127.0.0.1/cb", true), ("http://localhost:3000/cb", true),
        ("com.example.app:/cb", true), ("myapp:/cb", false), ("javascript:alert(1)", false), ("https://a.example/#x", false), ("/cb", false),
        ("https://a.example:65535/cb", true), ("https://a.example:65536/cb", false), ("https://a.example:99999/cb", false), ("https://a.example/\u{E9}", false),
        ("https://a.example/a b", false), ("https://app.example/*", false), ("https://*.app.example/callback", false)
    ]) func registrable(_ text: String, _ isFine: Bool) { #expect(RedirectURI.isRegistrable(text) == isFine) }

    @Test func parametersAreAddedAndEscaped() {
        #expect(RedirectURI.adding([("state", "a b&c")], to: "https://a.example/cb") == "https://a.example/cb?state=a%20b%26c")
        #expect(RedirectURI.adding([("a", "1"), ("b", "2")], to: "https://a.example/cb?x=1") == "https://a.example/cb?x=1&a=1&b=2")
        #expect(RedirectURI.source("https://a.example:8443/cb?x=1") == "https://a.example:8443")
        #expect(RedirectURI.source("com.example.app:/cb") == "com.example.app:")
    }

    @Test func formsKeepRepeatedNames() throws {
        let pairs = try FormEncoding.pairs("a=1&b=x+y%26&a=2&c")
        #expect(pairs.map(\.name) == ["a", "b", "a", "c"])
        #expect(pairs.map(\.value) == ["1", "x y&", "2", ""])
        #expect(FormEncoding.encode(pairs) == "a=1&b=x%20y%26&a=2&c=")
        // Cut at the bytes: with an accent on it, neither the ampersand nor the plus is the character that it was.
        let accents = try FormEncoding.pairs("a=1&\u{0301}b=\u{0301}x+\u{0301}")
        #expect(accents.map { Array($0.name.unicodeScalars) } == [["a"], ["\u{0301}", "b"]])
        #expect(accents.map { Array($0.value.unicodeScalars) } == [["1"], ["\u{0301}", "x", " ", "\u{0301}"]])
    }

    /// As the kit refuses it everywhere: what two readers would take for different texts.
    @Test(arguments: ["a=%zz", "a=%4", "a=%", "a=%00", "a=%FF", "=a", "%zz=a"]) func brokenFormsAreNone(_ text: String) {
        #expect(throws: PercentCoding.PairFault.self) { try FormEncoding.pairs(text) }
        #expect(FormEncoding.again(text).isEmpty)
        let header = "Basic " + Data("app:s%zz".utf8).base64EncodedString()
        #expect(throws: OAuthError.self) { try ClientCredentials.parse(authorization: header, form: [:]) }
    }

    @Test func whatIsTakenFromAClientIsTakenFromItsSessions() {
        var client = Self.open
        client.scopes = ["openid", "profile"]
        #expect(client.remaining(of: ["openid", "offline_access", "records:read"]) == ["openid"])
        // Careline's own apps are not registered scope by scope.
        client.id = Client.firstPartyID
        #expect(client.remaining(of: ["openid", "records:read"]) == ["openid", "records:read"])
    }

    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let secret = "a secret of the client"
    static let confidential = Client(
        id: "app", name: "App", kind: .confidential, secretHash: Secret.hash(secret), redirectURIs: [], scopes: [], grants: [], isFirstParty: false)
    static let open = Client(id: "app", name: "App", kind: .public, secretHash: nil, redirectURIs: [], scopes: [], grants: [], isFirstParty: false)

    @Test func clientsProveThemselves() throws {
        let basic = "Basic " + Data("app:a%20secret+of+the+client".utf8).base64EncodedString()
        let byHeader = try ClientCredentials.parse(authorization: basic, form: [:])
        #expect(byHeader == ClientCredentials(clientID: "app", secret: Self.secret, usedBasic: true))
        #expect(byHeader.prove(Self.confidential, now: Self.now))
        #expect(!byHeader.prove(Self.open, now: Self.now))
        let accent = "Basic " + Data("app:\u{301}x".utf8).base64EncodedString()
        #expect(try ClientCredentials.parse(authorization: accent, form: [:]) == ClientCredentials(clientID: "app", secret: "\u{301}x", usedBasic: true))
        let byForm = try ClientCredentials.parse(authorization: nil, form: ["client_id": "app", "client_secret": Self.secret])
        #expect(byForm.prove(Self.confidential, now: Self.now))
        let named = try ClientCredentials.parse(authorization: nil, form: ["client_id": "app"])
        #expect(named.prove(Self.open, now: Self.now))
        #expect(!named.prove(Self.confidential, now: Self.now))
        #expect(!ClientCredentials(clientID: "app", secret: "wrong", usedBasic: false).prove(Self.confidential, now: Self.now))
    }

    @Test(arguments: [(secret, -1.0, true), (secret, 0, false), (secret, 1, false), ("the new one", 1, true), ("another", -1, false)] as [(String, Double, Bool)])
    func theSecretBeforeIsTakenUntilAnInstant(_ shown: String, _ after: Double, _ isTaken: Bool) {
        var client = Self.confidential
        client.secretHash = Secret.hash("the new one")
        client.formerSecret = Client.FormerSecret(hash: Secret.hash(Self.secret), until: Self.now)
        let credentials = ClientCredentials(clientID: "app", secret: shown, usedBasic: false)
        #expect(credentials.prove(client, now: Self.now.addingTimeInterval(after)) == isTaken)
    }

    @Test(arguments: ["Bearer abc", "Basic", "Basic !!!", "Basic YXBw"]) func noBasic(_ header: String) {
        #expect(throws: OAuthError.self) { try ClientCredentials.parse(authorization: header, form: [:]) }
    }

    @Test(arguments: [(nil, "appointments:read"), ("openid appointments:read", "appointments:read"), ("openid", nil), ("records:read", nil)] as [(String?, String?)])
    func aMachineHasOfItsScopesThoseThatAreNotAboutPeople(_ asked: String?, _ granted: String?) {
        var machine = Self.confidential
        machine.scopes = ["openid", "appointments:read"]
        #expect((try? machine.scopes(forItself: asked)).map(Scopes.format) == granted)
    }

    @Test func aPublicClientCannotActForItself() {
        #expect(throws: OAuthError(.unauthorizedClient, "a public client cannot act for itself")) { try Self.open.scopes(forItself: nil) }
    }

    @Test(arguments: [(nil, "openid profile"), ("openid", "openid"), ("openid email", nil), (" ", nil)] as [(String?, String?)])
    func aRefreshOnlyNarrows(_ asked: String?, _ granted: String?) {
        #expect((try? Scopes.narrowed(asked, of: ["openid", "profile"])).map(Scopes.format) == granted)
    }

    @Test(
        arguments: [
            ([.refreshToken], "openid offline_access", true), ([.refreshToken], "openid", false), ([.authorizationCode], "offline_access", false)
        ] as [([Client.Grant], String, Bool)]) func refreshTokensNeedTheGrantAndTheScope(_ grants: [Client.Grant], _ scopes: String, _ mayRefresh: Bool)
    {
        var client = Self.open
        client.grants = Set(grants)
        #expect(client.mayRefresh(Scopes.parse(scopes)) == mayRefresh)
    }

    @Test func oneWayOnly() {
        let basic = "Basic " + Data("app:x".utf8).base64EncodedString()
        #expect(throws: OAuthError(.invalidRequest, "use one way of client authentication only")) {
            try ClientCredentials.parse(authorization: basic, form: ["client_secret": "x"])
        }
        #expect(throws: OAuthError.self) { try ClientCredentials.parse(authorization: basic, form: ["client_id": "other"]) }
        #expect(throws: OAuthError.self) { try ClientCredentials.parse(authorization: nil, form: [:]) }
    }

    @Test(arguments: [("care-demo", true), ("a", false), ("Has Space", false), ("0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11", false)])
    func ids(_ text: String, _ isFine: Bool) { #expect(Client.isValidID(text) == isFine) }

    @Test func accountsAreTheirOwnersAndAdmins() {
        let owner = UserID(UUID()), other = UserID(UUID())
        func decide(_ caller: UserID?, _ role: Role, _ scopes: Set<String>) -> UserAccess.Decision {
            UserAccess.decide(caller: caller, role: role, scopes: scopes, target: owner, scope: "account:read")
        }
        #expect(decide(owner, .patient, ["account:read"]) == .allowed)
        #expect(decide(owner, .patient, ["openid"]) == .needsScope("account:read"))
        #expect(decide(other, .patient, ["account:read"]) == .hidden)
        #expect(decide(other, .provider, ["account:read"]) == .hidden)
        #expect(decide(other, .scheduler, ["account:read"]) == .hidden)
        #expect(decide(nil, .service, ["account:read"]) == .hidden)
        #expect(decide(other, .patient, ["account:read", "admin:users"]) == .hidden)
        #expect(decide(other, .admin, ["admin:users"]) == .allowed)
        // What an app of others may be given is for one's own account alone, also when the person is an admin.
        #expect(decide(other, .admin, ["account:read", "account:write"]) == .needsScope("admin:users"))
        #expect(decide(owner, .admin, ["admin:users"]) == .needsScope("account:read"))
    }

    @Test func rolesLimitScopes() {
        #expect(!Scopes.available(to: .patient).contains("availability:write"))
        #expect(Scopes.available(to: .provider).contains("availability:write"))
        #expect(Role.allCases.filter { Scopes.available(to: $0).contains("ers:write") } == [.scheduler, .admin, .service])
        #expect(Role.allCases.filter { Scopes.available(to: $0).contains("records:any") } == [.service])
        #expect(Role.allCases.filter { Scopes.available(to: $0).contains("measurements:read") } == [.service])
        #expect(Role.allCases.filter { Scopes.available(to: $0).contains("webhooks") } == [.service])
        for role in Role.allCases { #expect(Scopes.available(to: role).contains("organisations:write") == (role != .service), "\(role)") }
        for scope in Scopes.ofOperators { #expect(Role.allCases.filter { Scopes.available(to: $0).contains(scope) } == [.admin], "\(scope)") }
        #expect(Scopes.format(["profile", "openid", "unheard"]) == "openid profile")
        #expect(Scopes.parse("  openid  openid profile ") == ["openid", "profile"])
    }
}
