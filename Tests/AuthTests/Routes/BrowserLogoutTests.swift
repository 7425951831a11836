import CareModels
import CareService
import Foundation
import Testing

@testable import AuthService

@Suite struct BrowserLogoutTests {
    static let home = "https://app.example/bye"

    /// An app, and a browser in which somebody is logged in to it.
    private struct World {
        let server: AuthServer
        let browser: TestBrowser
        let tokens: TokenView
        let hint: String

        func logout(_ pairs: [(String, String)]) -> String { "/oauth/logout?" + FormEncoding.encode(pairs.map { (name: $0.0, value: $0.1) }) }

        func isLoggedIn() async throws -> Bool { try await browser.get(TestApp().start([("prompt", "none")])).location("code") != nil }
    }

    private static func with(_ body: (World) async throws -> Void) async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.save { ($0.kind, $0.secretHash, $0.postLogoutRedirectURIs) = (.public, nil, [home]) }
            let browser = TestBrowser(server)
            let code = try await TestApp().code(browser, username: "ada")
            let tokens = try await TestApp().exchange(code, on: server).decode(TokenView.self)
            try await body(World(server: server, browser: browser, tokens: tokens, hint: try #require(tokens.id_token)))
        }
    }

    @Test func anAppLogsItsPersonOut() async throws {
        try await Self.with { world in
            #expect(try await world.isLoggedIn())
            // Id tokens live ten minutes, and serve for longer here.
            world.server.clock.advance(3600)
            let back = try await world.browser.get(
                world.logout([("id_token_hint", world.hint), ("post_logout_redirect_uri", Self.home), ("state", "s&1")]))
            #expect(back.status == .found)
            #expect(back.header("Location") == Self.home + "?state=s%261")
            #expect(back.header("Set-Cookie")?.contains("Max-Age=0") == true)
            #expect(try await !world.isLoggedIn())
            #expect(try await world.server.count("SELECT count(*) FROM browser_sessions") == 0)
            let refresh = try await world.server.refresh(try #require(world.tokens.refresh_token), client: "app")
            #expect(refresh.member("error") == "invalid_grant")
            let session = try #require(try AuthorizeTests.claims(world.tokens.access_token, AccessTokenClaims.self).sid)
            #expect(try await world.server.event(SessionRevoked.self, about: try #require(UUID(uuidString: session))).reason == .logout)
            #expect(try await world.server.audit(.loggedOut) == 1)
            // Once more, with nobody there: on to the app all the same.
            let again = try await world.browser.get(world.logout([("id_token_hint", world.hint), ("post_logout_redirect_uri", Self.home)]))
            #expect(again.header("Location") == Self.home)
        }
    }

    @Test func withoutAHintThePersonIsAsked() async throws {
        try await Self.with { world in
            let wish = world.logout([("client_id", "app"), ("post_logout_redirect_uri", Self.home), ("state", "s")])
            let page = try await world.browser.get(wish)
            #expect(page.status == .ok)
            #expect(page.text.contains("You are logged in as ada."))
            #expect(page.header("Content-Security-Policy")?.contains("form-action 'self' https://app.example;") == true)
            #expect(try await world.isLoggedIn())
            // Another site cannot send the form.
            let forged = try await world.browser.post("/oauth/logout/confirm", TestBrowser.hidden(page).filter { $0.0 == "request" })
            #expect(forged.status == .forbidden)
            #expect(try await world.isLoggedIn())
            let done = try await world.browser.submit(page, [])
            #expect(done.status == .seeOther)
            #expect(done.header("Location") == Self.home + "?state=s")
            #expect(try await !world.isLoggedIn())
            #expect(try await world.browser.get(wish).header("Location") == Self.home + "?state=s")
        }
    }

    @Test(arguments: [
        // A header with half of a surrogate pair in a name.
        "id_token_hint=eyJcdWQ4MDAiOjF9.e30.AAAA",
        "", "id_token_hint=broken&post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fbye", "state=s", "post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fbye"
    ])
    func whereNobodyKnowsWhoAsksTheBrowserStays(_ query: String) async throws {
        try await Self.with { world in
            let page = try await world.browser.get("/oauth/logout?" + query)
            #expect(page.text.contains("<h1>Log out?</h1>"))
            let done = try await world.browser.submit(page, [])
            #expect(done.status == .ok)
            #expect(done.header("Location") == nil)
            #expect(done.text.contains("You are logged out"))
            #expect(try await !world.isLoggedIn())
        }
    }

    @Test func whatIsWrongEndsNothing() async throws {
        try await Self.with { world in
            let parts = world.hint.split(separator: ".").map(String.init)
            let wishes = [
                [("id_token_hint", world.hint), ("post_logout_redirect_uri", "https://evil.example/")], [("id_token_hint", world.hint), ("client_id", "other")],
                [("client_id", "nobody")], [("state", "a"), ("state", "b")]
            ]
            for wish in wishes {
                let answer = try await world.browser.get(world.logout(wish))
                #expect(answer.status == .badRequest)
                #expect(answer.header("Location") == nil)
                #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
            }
            let long = try await world.server.post("/oauth/logout", form: [("state", String(repeating: "é", count: 2000))])
            #expect(long.status == .badRequest)
            let changed = try await world.browser.get(world.logout([("id_token_hint", "\(parts[0]).\(parts[1]).AAAA"), ("post_logout_redirect_uri", Self.home)]))
            #expect(changed.text.contains("<h1>Log out?</h1>"))
            #expect(try await world.isLoggedIn())
            #expect(try await world.server.refresh(try #require(world.tokens.refresh_token), client: "app").status == .ok)
        }
    }

    @Test func anotherAtTheBrowserIsAskedAndTheAppsSessionStays() async throws {
        try await Self.with { world in
            try await world.server.signUp("eve")
            let theirs = TestBrowser(world.server)
            _ = try await TestApp().code(theirs, username: "eve")
            let page = try await theirs.get(world.logout([("id_token_hint", world.hint), ("post_logout_redirect_uri", Self.home)]))
            #expect(page.text.contains("You are logged in as eve."))
            #expect(try await theirs.submit(page, []).header("Location") == Self.home)
            #expect(try await world.isLoggedIn())
            #expect(try await world.server.refresh(try #require(world.tokens.refresh_token), client: "app").status == .ok)
        }
    }

    @Test func aPostIsSentOnAsAGet() async throws {
        try await AuthServer.with { server in
            let answer = try await server.post("/oauth/logout", form: [("id_token_hint", "t"), ("state", "a b")])
            #expect(answer.status == .seeOther)
            #expect(answer.header("Location") == "/oauth/logout?id_token_hint=t&state=a%20b")
        }
    }

    /// The app's own button: no page of another app logs in silently after it.
    @Test func loggingOutOfAnAppEndsTheBrowserThatLoggedInToIt() async throws {
        try await Self.with { world in
            let other = TestBrowser(world.server)
            _ = try await TestApp().code(other, username: "ada")
            #expect(try await world.server.post("/auth/logout", json: [:], token: world.tokens.access_token).status == .noContent)
            #expect(try await !world.isLoggedIn())
            #expect(try await other.get(TestApp().start()).text.contains("Log in") == false)
            #expect(try await world.server.count("SELECT count(*) FROM browser_sessions") == 1)
        }
    }
}
