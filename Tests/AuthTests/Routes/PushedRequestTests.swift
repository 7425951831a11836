import Foundation
import HTTP
import Testing

@testable import AuthService

@Suite struct PushedRequestTests {
    /// An app that may push, and what its browser is sent to.
    private struct World {
        let server: AuthServer
        let app = TestApp(scope: "openid")

        func push(_ extra: [(String, String)] = [], secret: String = AuthServer.secret) async throws -> Answer {
            let form = FormEncoding.pairs(app.query(extra)).map { ($0.name, $0.value) } + [("client_secret", secret)]
            return try await server.post("/oauth/par", form: form)
        }

        func address(_ pushed: Answer, client: String = "app") throws -> String {
            let uri = try #require(pushed.member("request_uri"))
            return "/oauth/authorize?client_id=\(client)&request_uri=\(FormEncoding.encode(uri))"
        }
    }

    private static func with(_ body: (World) async throws -> Void) async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp(kind: .confidential)
            try await server.saveApp("other", kind: .confidential)
            try await body(World(server: server))
        }
    }

    @Test func theBrowserCarriesItsNameAlone() async throws {
        try await Self.with { world in
            let pushed = try await world.push([("prompt", "login")])
            #expect(pushed.status == .created)
            #expect(pushed.header("Cache-Control") == "no-store")
            let (browser, address) = (TestBrowser(world.server), try world.address(pushed))
            let login = try await browser.get(address)
            #expect(login.text.contains("to continue to Third App"))
            let next = try await browser.submit(login, [("username", "ada"), ("password", AuthServer.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            #expect(consent.text.contains("Allow Third App?"))
            let back = try await browser.submit(consent, [("decision", "allow")])
            #expect(back.location("state") == "st&te")
            let code = try #require(back.location("code"))
            let tokens = try await world.app.exchange(code, on: world.server, changes: ["client_secret": AuthServer.secret])
            #expect(tokens.status == .ok)
            // A code is given for it once.
            let again = try await browser.get(address)
            #expect(again.status == .badRequest)
            #expect(again.text.contains("request_uri"))
            #expect(try await world.server.count("SELECT count(*) FROM pushed_requests") == 0)
        }
    }

    /// It asked for a login, and there was one before it.
    @Test func aLoginOfBeforeDoesNotMeetWhatItAsksFor() async throws {
        try await Self.with { world in
            let browser = TestBrowser(world.server)
            _ = try await world.app.code(browser, username: "ada")
            world.server.clock.advance(60)
            let pushed = try await world.push([("prompt", "login")])
            let address = try world.address(pushed)
            #expect(try await browser.get(address).text.contains("<h1>Log in</h1>"))
            let silent = try await world.push([("prompt", "none"), ("max_age", "10")])
            #expect(try await browser.get(try world.address(silent)).location("error") == "login_required")
        }
    }

    @Test func whatIsWrongIsSaidToTheApp() async throws {
        try await Self.with { world in
            #expect(try await world.push([("redirect_uri", "https://evil.example/")]).member("error") == "invalid_request")
            #expect(try await world.push([("scope", "unheard")]).member("error") == "invalid_scope")
            #expect(try await world.push([("code_challenge", "")]).member("error") == "invalid_request")
            #expect(try await world.push([("request_uri", "urn:ietf:params:oauth:request_uri:x")]).member("error") == "request_uri_not_supported")
            #expect(try await world.push([("nonsense", String(repeating: "x", count: 9000))]).member("error") == "invalid_request")
            let refused = try await world.push(secret: "wrong")
            #expect(refused.status == .unauthorized)
            #expect(refused.member("error") == "invalid_client")
            #expect(try await world.server.count("SELECT count(*) FROM pushed_requests") == 0)
        }
    }

    @Test func itIsItsAppsAndForTenMinutes() async throws {
        try await Self.with { world in
            let pushed = try await world.push()
            let browser = TestBrowser(world.server)
            #expect(try await browser.get(try world.address(pushed, client: "other")).status == .badRequest)
            let twice = try await browser.get(try world.address(pushed) + "&request_uri=x")
            #expect(twice.status == .badRequest)
            #expect(try await browser.get(try world.address(pushed)).status == .ok)
            world.server.clock.advance(600)
            #expect(try await browser.get(try world.address(pushed)).status == .badRequest)
            let purge = PurgeExpired(settings: world.server.dependencies.settings, now: world.server.dependencies.now)
            world.server.clock.advance(1)
            _ = try await world.server.pool.transaction { tx in try await purge(tx) }
            #expect(try await world.server.count("SELECT count(*) FROM pushed_requests") == 0)
        }
    }

    @Test func ofManyCodesAtOnceOneIsGiven() async throws {
        try await Self.with { world in
            let browser = TestBrowser(world.server)
            _ = try await world.app.code(browser, username: "ada")
            let address = try world.address(try await world.push())
            let answers = try await TokenTests.all(10) { try await browser.get(address) }
            #expect(answers.filter { $0.location("code") != nil }.count == 1)
            #expect(answers.filter { $0.status == .badRequest }.count == 9)
        }
    }
}
