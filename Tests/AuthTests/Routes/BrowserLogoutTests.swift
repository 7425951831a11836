import CareModels
import CareService
import Foundation
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct BrowserLogoutTests {
    static let home = "https://app.example/bye"

    /// An app, and a browser in which somebody is logged in to it.
    private struct Scene {
        let world: World
        let browser: TestBrowser
        let tokens: TokenView
        let hint: String

        func logout(_ pairs: [(String, String)]) -> String { "/oauth/logout?" + FormEncoding.encode(pairs.map { (name: $0.0, value: $0.1) }) }

        func isLoggedIn() async throws -> Bool { try await browser.get(TestApp().start([("prompt", "none")])).location("code") != nil }
    }

    private static func with(_ body: (Scene) async throws -> Void) async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.save { ($0.kind, $0.secretHash, $0.postLogoutRedirectURIs) = (.public, nil, [home]) }
            let browser = TestBrowser(world)
            let code = try await TestApp().code(browser, username: "ada")
            let tokens = try await TestApp().exchange(code, on: world).decode(TokenView.self)
            try await body(Scene(world: world, browser: browser, tokens: tokens, hint: try #require(tokens.id_token)))
        }
    }

    @Test func anAppLogsItsPersonOut() async throws {
        try await Self.with { scene in
            #expect(try await scene.isLoggedIn())
            // Id tokens live ten minutes, and serve for longer here.
            scene.world.clock.advance(3600)
            let back = try await scene.browser.get(
                scene.logout([("id_token_hint", scene.hint), ("post_logout_redirect_uri", Self.home), ("state", "s&1")]))
            #expect(back.status == 302)
            #expect(back.header("Location") == Self.home + "?state=s%261")
            #expect(back.header("Set-Cookie")?.contains("Max-Age=0") == true)
            #expect(try await !scene.isLoggedIn())
            #expect(try await scene.world.count("SELECT count(*) FROM browser_sessions") == 0)
            let refresh = try await scene.world.refresh(try #require(scene.tokens.refresh_token), client: "app")
            #expect(refresh.member("error") == "invalid_grant")
            let session = try #require(try AuthorizeTests.claims(scene.tokens.access_token, AccessTokenClaims.self).sid)
            #expect(try await scene.world.event(SessionRevoked.self, about: try #require(UUID(uuidString: session))).reason == .logout)
            #expect(try await scene.world.audit(.loggedOut) == 1)
            // Once more, with nobody there: on to the app all the same.
            let again = try await scene.browser.get(scene.logout([("id_token_hint", scene.hint), ("post_logout_redirect_uri", Self.home)]))
            #expect(again.header("Location") == Self.home)
        }
    }

    @Test func withoutAHintThePersonIsAsked() async throws {
        try await Self.with { scene in
            let wish = scene.logout([("client_id", "app"), ("post_logout_redirect_uri", Self.home), ("state", "s")])
            let page = try await scene.browser.get(wish)
            #expect(page.status == 200)
            #expect(page.text.contains("You are logged in as ada."))
            #expect(page.header("Content-Security-Policy")?.contains("form-action 'self' https://app.example;") == true)
            #expect(try await scene.isLoggedIn())
            // Another site cannot send the form.
            let forged = try await scene.browser.post("/oauth/logout/confirm", TestBrowser.hidden(page).filter { $0.0 == "request" })
            #expect(forged.status == 403)
            #expect(try await scene.isLoggedIn())
            let done = try await scene.browser.submit(page, [])
            #expect(done.status == 303)
            #expect(done.header("Location") == Self.home + "?state=s")
            #expect(try await !scene.isLoggedIn())
            #expect(try await scene.browser.get(wish).header("Location") == Self.home + "?state=s")
        }
    }

    @Test(arguments: [
        // A header with half of a surrogate pair in a name.
        "id_token_hint=eyJcdWQ4MDAiOjF9.e30.AAAA",
        "", "id_token_hint=broken&post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fbye", "state=s", "post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fbye"
    ])
    func whereNobodyKnowsWhoAsksTheBrowserStays(_ query: String) async throws {
        try await Self.with { scene in
            let page = try await scene.browser.get("/oauth/logout?" + query)
            #expect(page.text.contains("<h1>Log out?</h1>"))
            // A hint that is none is said to be.
            #expect(page.text.contains("has not shown which app it is (id_token_hint)") == query.contains("id_token_hint="))
            if query.contains("id_token_hint=") {
                let french = try await scene.browser.get("/oauth/logout?ui_locales=fr&" + query)
                #expect(french.text.contains("n’a pas montré laquelle elle est (id_token_hint)"))
            }
            let done = try await scene.browser.submit(page, [])
            #expect(done.status == 200)
            #expect(done.header("Location") == nil)
            #expect(done.text.contains("You are logged out"))
            #expect(try await !scene.isLoggedIn())
        }
    }

    @Test func whatIsWrongEndsNothing() async throws {
        try await Self.with { scene in
            let parts = scene.hint.split(separator: ".").map(String.init)
            let wishes = [
                [("id_token_hint", scene.hint), ("post_logout_redirect_uri", "https://evil.example/")], [("id_token_hint", scene.hint), ("client_id", "other")],
                [("client_id", "nobody")], [("state", "a"), ("state", "b")]
            ]
            for wish in wishes {
                let answer = try await scene.browser.get(scene.logout(wish))
                #expect(answer.status == 400)
                #expect(answer.header("Location") == nil)
                #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
            }
            let long = try await scene.world.post("/oauth/logout", form: [("state", String(repeating: "é", count: 2000))])
            #expect(long.status == 400)
            let changed = try await scene.browser.get(scene.logout([("id_token_hint", "\(parts[0]).\(parts[1]).AAAA"), ("post_logout_redirect_uri", Self.home)]))
            #expect(changed.text.contains("<h1>Log out?</h1>") && changed.text.contains("role=\"alert\""))
            #expect(try await scene.isLoggedIn())
            #expect(try await scene.world.refresh(try #require(scene.tokens.refresh_token), client: "app").status == 200)
        }
    }

    @Test func anotherAtTheBrowserIsAskedAndTheAppsSessionStays() async throws {
        try await Self.with { scene in
            try await scene.world.signUp("eve")
            let theirs = TestBrowser(scene.world)
            _ = try await TestApp().code(theirs, username: "eve")
            let page = try await theirs.get(scene.logout([("id_token_hint", scene.hint), ("post_logout_redirect_uri", Self.home)]))
            #expect(page.text.contains("You are logged in as eve."))
            #expect(try await theirs.submit(page, []).header("Location") == Self.home)
            #expect(try await scene.isLoggedIn())
            #expect(try await scene.world.refresh(try #require(scene.tokens.refresh_token), client: "app").status == 200)
        }
    }

    @Test func aPostIsSentOnAsAGet() async throws {
        try await World.run { world in
            let answer = try await world.post("/oauth/logout", form: [("id_token_hint", "t"), ("state", "a b")])
            #expect(answer.status == 303)
            #expect(answer.header("Location") == "/oauth/logout?id_token_hint=t&state=a%20b")
        }
    }

    enum Way: CaseIterable, Sendable { case page, app, everyBrowser }

    /// Given just before, it would begin a session of a browser that is logged out already.
    @Test(arguments: Way.allCases) func aCodeThatWaitsIsOver(_ way: Way) async throws {
        try await Self.with { scene in
            let world = scene.world
            let elsewhere = try await TestApp().code(TestBrowser(world), username: "ada")
            let code = try #require(try await scene.browser.get(TestApp().start([("prompt", "none")])).location("code"))
            switch way {
            case .page: #expect(try await scene.browser.get(scene.logout([("id_token_hint", scene.hint)])).status == 200)
            case .app: #expect(try await world.post("/auth/logout", json: [:], token: scene.tokens.access_token).status == 204)
            case .everyBrowser: #expect(try await world.send(.DELETE, "/account/browsers", token: world.logIn("ada").accessToken).status == 204)
            }
            let sessions = try await world.count("SELECT count(*) FROM sessions")
            let refused = try await TestApp().exchange(code, on: world)
            #expect(refused.status == 400 && refused.member("error") == "invalid_grant")
            #expect(try await world.count("SELECT count(*) FROM sessions") == sessions)
            // One that was given in another browser goes with that.
            #expect(try await TestApp().exchange(elsewhere, on: world).status == (way == .everyBrowser ? 400 : 200))
        }
    }

    /// The app's own button: no page of another app logs in silently after it.
    @Test func loggingOutOfAnAppEndsTheBrowserThatLoggedInToIt() async throws {
        try await Self.with { scene in
            let other = TestBrowser(scene.world)
            _ = try await TestApp().code(other, username: "ada")
            #expect(try await scene.world.post("/auth/logout", json: [:], token: scene.tokens.access_token).status == 204)
            #expect(try await !scene.isLoggedIn())
            #expect(try await other.get(TestApp().start()).text.contains("Log in") == false)
            #expect(try await scene.world.count("SELECT count(*) FROM browser_sessions") == 1)
        }
    }
}
