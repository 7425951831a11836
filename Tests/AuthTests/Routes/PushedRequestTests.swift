import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct PushedRequestTests {
    /// An app that may push, and what its browser is sent to.
    private struct Scene {
        let world: World
        let app = TestApp(scope: "openid")

        func push(_ extra: [(String, String)] = [], secret: String = World.secret) async throws -> Answer {
            let form = FormEncoding.again(app.query(extra)).map { ($0.name, $0.value) } + [("client_secret", secret)]
            return try await world.post("/oauth/par", form: form)
        }

        func address(_ pushed: Answer, client: String = "app") throws -> String {
            let uri = try #require(pushed.member("request_uri"))
            return "/oauth/authorize?client_id=\(client)&request_uri=\(FormEncoding.encode(uri))"
        }
    }

    private static func with(_ body: (Scene) async throws -> Void) async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp(kind: .confidential)
            try await world.saveApp("other", kind: .confidential)
            try await body(Scene(world: world))
        }
    }

    @Test func theBrowserCarriesItsNameAlone() async throws {
        try await Self.with { scene in
            let pushed = try await scene.push([("prompt", "login")])
            #expect(pushed.status == 201)
            #expect(pushed.header("Cache-Control") == "no-store")
            let (browser, address) = (TestBrowser(scene.world), try scene.address(pushed))
            let login = try await browser.get(address)
            #expect(login.text.contains("to continue to Third App"))
            let next = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            #expect(consent.text.contains("Allow Third App?"))
            let back = try await browser.submit(consent, [("decision", "allow")])
            #expect(back.location("state") == "st&te")
            let code = try #require(back.location("code"))
            let tokens = try await scene.app.exchange(code, on: scene.world, changes: ["client_secret": World.secret])
            #expect(tokens.status == 200)
            // A code is given for it once.
            let again = try await browser.get(address)
            #expect(again.status == 400)
            #expect(again.text.contains("request_uri"))
            #expect(try await scene.world.count("SELECT count(*) FROM pushed_requests") == 0)
        }
    }

    /// It asked for a login, and there was one before it.
    @Test func aLoginOfBeforeDoesNotMeetWhatItAsksFor() async throws {
        try await Self.with { scene in
            let browser = TestBrowser(scene.world)
            _ = try await scene.app.code(browser, username: "ada")
            scene.world.clock.advance(60)
            let pushed = try await scene.push([("prompt", "login")])
            let address = try scene.address(pushed)
            #expect(try await browser.get(address).text.contains("<h1>Log in</h1>"))
            let silent = try await scene.push([("prompt", "none"), ("max_age", "10")])
            #expect(try await browser.get(try scene.address(silent)).location("error") == "login_required")
        }
    }

    @Test func whatIsWrongIsSaidToTheApp() async throws {
        try await Self.with { scene in
            #expect(try await scene.push([("redirect_uri", "https://evil.example/")]).member("error") == "invalid_request")
            #expect(try await scene.push([("scope", "unheard")]).member("error") == "invalid_scope")
            #expect(try await scene.push([("code_challenge", "")]).member("error") == "invalid_request")
            #expect(try await scene.push([("request_uri", "urn:ietf:params:oauth:request_uri:x")]).member("error") == "invalid_request")
            #expect(try await scene.push([("nonsense", String(repeating: "x", count: 9000))]).member("error") == "invalid_request")
            let refused = try await scene.push(secret: "wrong")
            #expect(refused.status == 401)
            #expect(refused.member("error") == "invalid_client")
            #expect(try await scene.world.count("SELECT count(*) FROM pushed_requests") == 0)
        }
    }

    @Test func itIsItsAppsAndForTenMinutes() async throws {
        try await Self.with { scene in
            let pushed = try await scene.push()
            let browser = TestBrowser(scene.world)
            #expect(try await browser.get(try scene.address(pushed, client: "other")).status == 400)
            let twice = try await browser.get(try scene.address(pushed) + "&request_uri=x")
            #expect(twice.status == 400)
            #expect(try await browser.get(try scene.address(pushed)).status == 200)
            scene.world.clock.advance(600)
            #expect(try await browser.get(try scene.address(pushed)).status == 400)
            let purge = PurgeExpired(settings: scene.world.dependencies.settings, now: scene.world.dependencies.now)
            scene.world.clock.advance(1)
            _ = try await scene.world.pool.transaction { tx in try await purge(tx) }
            #expect(try await scene.world.count("SELECT count(*) FROM pushed_requests") == 0)
        }
    }

    @Test func ofManyCodesAtOnceOneIsGiven() async throws {
        try await Self.with { scene in
            let browser = TestBrowser(scene.world)
            _ = try await scene.app.code(browser, username: "ada")
            let address = try scene.address(try await scene.push())
            let answers = try await TokenTests.all(10) { try await browser.get(address) }
            #expect(answers.filter { $0.location("code") != nil }.count == 1)
            #expect(answers.filter { $0.status == 400 }.count == 9)
        }
    }
}
