import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct SmallRulesTests {
    @Test func htmlEscapesWhatIsInterpolated() {
        let text = "<b>\"it's\" & more</b>"
        let inner: HTML = "<i>\(text)</i>"
        let page: HTML = "<p title=\"\(text)\">\(inner)\([inner, inner])\(7)\(HTML?.none)</p>"
        let escaped = "&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;"
        #expect(page.string(in: .english) == "<p title=\"\(escaped)\"><i>\(escaped)</i><i>\(escaped)</i><i>\(escaped)</i>7</p>")
        let said: HTML = "<h1>\(text: "Allow \(text)?")</h1>"
        #expect(said.string(in: .english) == "<h1>Allow \(escaped)?</h1>" && said.string(in: .french) == "<h1>Autoriser \(escaped)\u{A0}?</h1>")
    }

    /// A name would turn the sentence behind it; what joins letters and pictures stays.
    @Test func nothingThatIsInterpolatedTurnsThePage() {
        let name = "\u{202E}eve\u{2066}\u{202C}\u{2069} \u{200D}\u{200C}\u{200F}"
        let page: HTML = "<p>\(name)\(text: "Allow \(name)?")</p>"
        let shown = "eve \u{200D}\u{200C}\u{200F}"
        #expect(Array(page.string(in: .english).unicodeScalars) == Array("<p>\(shown)Allow \(shown)?</p>".unicodeScalars))
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8::1", "2001:db8:0:0::/64"), ("::1", "0:0:0:0::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:c000:207", "192.0.2.7"), ("64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"), ("unix", "unix"), ("1:2", "1:2")
    ]) func addressesOfOneSubscriberAreOne(_ address: String, _ block: String) { #expect(AddressBlock.of(address) == block) }

    @Test(arguments: [
        ("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA", false), ("$argon2id$v=19$m=12288,t=3,p=1$c2FsdA$aGFzaA", true),
        ("$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA", true), ("$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA", false),
        ("$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA", true), ("nonsense", true)
    ]) func weakerHashesAreMadeAgain(_ phc: String, _ isRaised: Bool) { #expect(PasswordCost().isRaised(above: phc) == isRaised) }

    @Test func argon2AtTheStandardCost() async throws {
        let hasher = PasswordHasher(cost: PasswordCost(), threads: HashingThreads(threads: 1, queueLimit: 4))
        let phc = try await hasher.hash("violet teapot sings")
        #expect(phc.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await hasher.verify("violet teapot sings", against: phc))
        #expect(try await !hasher.verify("violet teapot sing", against: phc))
        #expect(try await !hasher.verify("violet teapot sings", against: nil))
        // The same password made by argon2's own command line: echo -n "violet teapot sings" | argon2 careline-salt-16 -id -t 2 -k 19456 -p 1 -e
        #expect(try await hasher.verify("violet teapot sings", against: Self.foreign))
    }

    @Test func hashingMemoryIsKeptUntilItIsReleased() throws {
        let memory = HashingMemory()
        let first = try #require(memory.take(1 << 20))
        let second = try #require(memory.take(1 << 20))
        #expect(first != second)
        memory.put(first, 1 << 20)
        #expect(memory.take(1 << 20) == first)
        memory.put(first, 1 << 20)
        memory.put(second, 1 << 20)
        #expect(memory.kept == 2 << 20)
        // One of another size takes the place of one of them: no more is kept than was in use at a time.
        memory.put(try #require(memory.take(2 << 20)), 2 << 20)
        #expect(memory.kept == 3 << 20)
        memory.release()
        #expect(memory.kept == 0)
    }

    static let foreign = "$argon2id$v=19$m=19456,t=2,p=1$Y2FyZWxpbmUtc2FsdC0xNg$oWfrfa4glZQhta+M6tK4R3AsdRjbUs0suoi9tWiLccA"

    @Test func settingsAreCheckedAllAtOnce() throws {
        var environment = Environment([
            "CARE_DATABASE_URL": "postgres://auth@127.0.0.1/care_auth", "CARE_KAFKA_BOOTSTRAP": "127.0.0.1:9092", "CARE_HTTP_PORT": "0",
            "CARE_ISSUER": "https://care.example/", "CARE_MASTER_KEY": "c2hvcnQ=", "CARE_ARGON2_MEMORY_KIB": "8",
            "CARE_ACCESS_TOKEN_LIFETIME": "30d"
        ])
        let service = ServiceConfiguration(name: "auth", &environment)
        _ = AuthSettings(service, &environment)
        do {
            try environment.done()
            Issue.record("nothing is refused")
        } catch let error as ConfigurationError {
            #expect(error.faults.map(\.name) == ["CARE_MASTER_KEY", "CARE_ISSUER", "CARE_ACCESS_TOKEN_LIFETIME", "CARE_ARGON2_MEMORY_KIB"])
            #expect(!String(describing: error).contains("c2hvcnQ="))
        }
    }

    /// What the services would refuse is not given.
    @Test func noTokenOutlivesWhatTheServicesTake() {
        func faults(_ life: String, most: String) -> [String] {
            var environment = Environment([
                "CARE_DATABASE_URL": "postgres://auth@127.0.0.1/care_auth", "CARE_KAFKA_BOOTSTRAP": "127.0.0.1:9092", "CARE_HTTP_PORT": "0",
                "CARE_MASTER_KEY": Data(World.masterKey).base64EncodedString(), "CARE_ACCESS_TOKEN_LIFETIME": life,
                "CARE_ACCESS_TOKEN_MAX_LIFETIME": most
            ])
            let service = ServiceConfiguration(name: "auth", &environment)
            _ = AuthSettings(service, &environment)
            do { try environment.done() } catch { return (error as? ConfigurationError)?.faults.map(\.name) ?? ["?"] }
            return []
        }
        #expect(faults("10m", most: "10m") == [])
        #expect(faults("11m", most: "10m") == ["CARE_ACCESS_TOKEN_LIFETIME"])
        #expect(faults("61m", most: "2h") == ["CARE_ACCESS_TOKEN_LIFETIME"])
    }

    @Test func clientsAreCheckedWhole() throws {
        let wrong = ClientRegistration(
            id: "x", name: "", secret: "short", redirectURIs: ["ftp://x"], scopes: ["all"], grants: ["password"], isFirstParty: false)
        #expect(throws: Faults.self) { try wrong.check() }
        #expect(wrong.faults.count == 6)
        let robot = ClientRegistration(
            id: "robot", name: "Robot", secret: nil, redirectURIs: [], scopes: [], grants: ["client_credentials"], isFirstParty: false)
        #expect(robot.faults.map(\.field) == ["grants", "scopes"])
        let app = ClientRegistration(
            id: "demo-app", name: "Demo", secret: nil, redirectURIs: ["http://127.0.0.1/cb"], scopes: [],
            grants: ["authorization_code", "refresh_token"], isFirstParty: false)
        #expect(try app.check().kind == .public)
        let own = ClientRegistration(
            id: "careline", name: "Careline", secret: nil, redirectURIs: [], scopes: [], grants: ["refresh_token"], isFirstParty: true)
        #expect(own.faults == [Fault("id", "is Careline's own")])
    }

    @Test func aResourceServerHasASecret() {
        let open = ClientRegistration(
            id: "api", name: "An API", secret: nil, redirectURIs: ["https://api.example/cb"], scopes: [], grants: ["authorization_code"], isFirstParty: false,
            isResourceServer: true)
        #expect(open.faults == [Fault("resourceServer", "needs a secret or keys")])
        let away = ClientRegistration(
            id: "app", name: "App", secret: nil, redirectURIs: ["https://app.example/cb"], scopes: [], grants: ["authorization_code"], isFirstParty: false,
            postLogoutRedirectURIs: ["http://app.example/bye"])
        #expect(away.faults.map(\.field) == ["postLogoutRedirectUris[0]"])
    }

    @Test(arguments: ["https://app.example/logout?tenant=1", "HTTPS://app.example:8443", "http://127.0.0.1:9000/", "http://localhost/", "http://[::1]:9000/"])
    func aServerOfAClientMayBeAskedThere(_ address: String) { #expect(ServerAddress.isRegistrable(address)) }

    @Test(arguments: [
        "", "app.example", "https:///a", "ftp://app.example/", "http://app.example/", "http://10.0.0.1/", "https://me:secret@app.example/",
        "https://app.example/#a", "https://app.example/a b", "https://app.example:0/", "com.example.app:/cb"
    ]) func whereNoServerOfAClientIsAsked(_ address: String) {
        #expect(!ServerAddress.isRegistrable(address))
        let app = ClientRegistration(
            id: "app", name: "App", secret: nil, redirectURIs: ["https://app.example/cb"], scopes: [], grants: ["authorization_code"], isFirstParty: false,
            backchannelLogoutURI: address)
        #expect(app.faults.map(\.field) == ["backchannelLogoutUri"])
    }

    @Test(
        arguments: [
            (nil, false, "ES256", "requiresPkce"), (nil, true, "HS256", "idTokenSignedResponseAlg"),
            (World.secret, false, "none", "idTokenSignedResponseAlg"), (World.secret, false, "RS256", nil), (nil, true, "RS256", nil)
        ] as [(String?, Bool, String, String?)])
    func whatAClientMayBeSetTo(_ secret: String?, _ requiresPKCE: Bool, _ algorithm: String, _ fault: String?) {
        let app = ClientRegistration(
            id: "demo-app", name: "Demo", secret: secret, redirectURIs: ["https://app.example/cb"], scopes: [], grants: ["authorization_code"],
            isFirstParty: false, requiresPKCE: requiresPKCE, idTokenAlgorithm: algorithm)
        let client = try? app.check()
        #expect(app.faults.map(\.field) == (fault.map { [$0] } ?? []))
        #expect(client?.requiresPKCE == (fault == nil ? requiresPKCE : nil))
        #expect(client?.idTokenAlgorithm.rawValue == (fault == nil ? algorithm : nil))
    }

    /// The web origins of a client's pages: those that it names, and where on the web its answers go.
    @Test(
        arguments: [
            (["https://app.example/cb", "https://app.example/other"], [], ["https://app.example"]), (["http://127.0.0.1/cb"], [], []), (["com.example.app:/cb"], [], []),
            (["http://127.0.0.1/cb"], ["http://localhost:5173"], ["http://localhost:5173"]),
            (["https://app.example:8443/cb"], ["https://Www.App.Example:443/"], ["https://app.example:8443", "https://www.app.example"])
        ] as [([String], [String], Set<String>)]) func clientsHaveTheOriginsOfTheirPages(_ redirects: [String], _ origins: [String], _ had: Set<String>) throws
    {
        let app = ClientRegistration(
            id: "demo-app", name: "Demo", secret: nil, redirectURIs: redirects, scopes: [], grants: ["authorization_code"], isFirstParty: false, origins: origins)
        #expect(try app.check().everyOrigin == had)
    }

    @Test(arguments: ["http://app.example", "https://app.example/path", "https://*.app.example", "null", "*", "app.example", "com.example.app:", ""])
    func whatIsNoOriginOfAnAppIsRefused(_ origin: String) {
        let app = ClientRegistration(
            id: "demo-app", name: "Demo", secret: nil, redirectURIs: ["http://127.0.0.1/cb"], scopes: [], grants: ["authorization_code"], isFirstParty: false,
            origins: [origin])
        #expect(throws: Faults.self) { try app.check() }
        #expect(app.faults.map(\.field) == ["origins[0]"])
    }

    /// A client has the scopes that it was registered with; without any, those that say who somebody is.
    @Test(
        arguments: [
            ([], ["openid", "profile", "email", "offline_access"]), (["appointments:read"], ["appointments:read"]),
            (["openid", "records:any"], ["openid", "records:any"])
        ] as [([String], Set<String>)]) func clientsHaveTheScopesOfTheirRegistration(_ named: [String], _ had: Set<String>) throws
    {
        let app = ClientRegistration(
            id: "demo-app", name: "Demo", secret: nil, redirectURIs: ["http://127.0.0.1/cb"], scopes: named,
            grants: ["authorization_code", "refresh_token"], isFirstParty: false)
        let client = try app.check()
        #expect(client.scopes == had)
        let said = SeedClientCommand.said(client, wereScopesGiven: !named.isEmpty)
        #expect(said.contains("It may ask for: \(Scopes.format(had))."))
        #expect(said.contains("No --scope was given") == named.isEmpty)
    }

    @Test(arguments: [
        ("https://app.example:8443/cb", "app.example"), ("http://127.0.0.1:5/cb", "an app on this device"), ("com.example.app:/cb", "the app com.example.app")
    ]) func destinations(_ address: String, _ text: String) { #expect(RedirectURI.destination(address) == text) }
}
