import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// The browsers that one is logged in with, for apps.
@Suite struct BrowserListTests {
    private struct Listed: Decodable {
        var items: [BrowserView]
        var nextCursor: String?
    }

    private static func browsers(_ world: World, _ token: String, query: String = "") async throws -> Listed {
        try await world.get("/account/browsers\(query)", token: token).decode(Listed.self)
    }

    private static func end(_ world: World, _ path: String, _ token: String?) async throws -> Int {
        try await world.send(.DELETE, path, token: token).status
    }

    private static let silently = TestApp().start([("prompt", "none")])

    @Test func oneSeesAndLogsOutOnesBrowsers() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            try await world.signUp("eve")
            let (shared, own) = (TestBrowser(world, userAgent: TestBrowser.firefox), TestBrowser(world))
            _ = try await TestApp().code(shared, username: "ada")
            world.clock.advance(1)
            _ = try await TestApp().code(own, username: "ada")
            world.clock.advance(60)
            #expect(try await shared.get(Self.silently).location("code") != nil)

            let (ada, eve) = (try await world.logIn("ada").accessToken, try await world.logIn("eve").accessToken)
            let all = try await Self.browsers(world, ada).items
            #expect(all.map(\.device) == [nil, "Firefox on Linux"] && all.allSatisfy { $0.addressPrefix == "127.0.0.0/24" && !$0.isCurrent })
            // It let an app in a minute after the other had been logged in.
            #expect(all[1].signedInAt < all[0].signedInAt && abs(all[1].lastUsedAt.timeIntervalSince(all[0].signedInAt) - 60) < 0.001)
            #expect(all[0].lastUsedAt == all[0].signedInAt)
            #expect(try await Self.browsers(world, eve).items.isEmpty)

            for id in ["\(all[1].id)", "\(UUID())"] { #expect(try await Self.end(world, "/account/browsers/\(id)", eve) == 404) }
            #expect(try await shared.get(Self.silently).location("code") != nil)
            let before = try await world.audit(.loggedOut)
            #expect(try await Self.end(world, "/account/browsers/\(all[1].id)", ada) == 204)
            #expect(try await Self.end(world, "/account/browsers/\(all[1].id)", ada) == 404)
            #expect(try await world.audit(.loggedOut) == before + 1)
            #expect(try await shared.get(Self.silently).location("error") == "login_required")
            #expect(try await own.get(Self.silently).location("code") != nil)
            #expect(try await Self.browsers(world, ada).items.map(\.id) == [all[0].id])
            #expect(try await world.get("/userinfo", token: ada).status == 200)
        }
    }

    /// With it ends what lives by its login; what was given to go on without it goes on.
    @Test func whatLivesByABrowsersLoginEndsWithIt() async throws {
        try await World.run { world in
            for id in ["app", "other"] { try await world.saveApp(id) }
            let ada = try await world.signUp("ada")
            let browser = TestBrowser(world)
            let (bound, free) = (TestApp(scope: "openid profile"), TestApp(clientID: "other", scope: "openid offline_access"))
            let ending = try await bound.exchange(try await bound.code(browser, username: "ada"), on: world).decode(TokenView.self).access_token
            let consent = try await browser.get(free.start())
            let code = try #require(try await browser.submit(consent, [("decision", "allow")]).location("code"))
            let staying = try await free.exchange(code, on: world).decode(TokenView.self).access_token

            let home = try await world.logIn("ada").accessToken
            let only = try #require(try await Self.browsers(world, home).items.first)
            #expect(try await Self.end(world, "/account/browsers/\(only.id)", home) == 204)
            #expect(try await world.get("/userinfo", token: ending).status == 401)
            for token in [staying, home] { #expect(try await world.get("/userinfo", token: token).status == 200) }
            let session = try #require(try AuthorizeTests.claims(ending, AccessTokenClaims.self).sid.flatMap { SessionID($0) })
            #expect(try await world.event(SessionRevoked.self, about: session.uuid).userId == ada.id)
        }
    }

    @Test func allBrowsersButOnesOwnAreLoggedOut() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            try await world.signUp("eve")
            let app = TestApp(scope: "openid account:read account:write")
            let (own, others, eves) = (TestBrowser(world), [TestBrowser(world), TestBrowser(world)], TestBrowser(world))
            let mine = try await app.exchange(try await app.code(own, username: "ada"), on: world).decode(TokenView.self).access_token
            var ending: [String] = []
            for browser in others { ending.append(try await app.exchange(try await app.code(browser, username: "ada"), on: world).decode(TokenView.self).access_token) }
            _ = try await app.code(eves, username: "eve")
            let elsewhere = try await world.logIn("ada").accessToken
            #expect(try await Self.browsers(world, mine).items.filter(\.isCurrent).count == 1)

            let silently = app.start([("prompt", "none")])
            #expect(try await Self.end(world, "/account/browsers", mine) == 204)
            for browser in others { #expect(try await browser.get(silently).location("error") == "login_required") }
            for browser in [own, eves] { #expect(try await browser.get(silently).location("code") != nil) }
            for token in ending { #expect(try await world.get("/userinfo", token: token).status == 401) }
            // Sessions that no browser gave are none of it.
            for token in [mine, elsewhere] { #expect(try await world.get("/userinfo", token: token).status == 200) }
            let left = try await Self.browsers(world, mine).items
            #expect(left.count == 1 && left.allSatisfy(\.isCurrent))

            // Of a session that none gave no browser is kept.
            #expect(try await Self.end(world, "/account/browsers", elsewhere) == 204)
            #expect(try await own.get(silently).location("error") == "login_required")
            #expect(try await eves.get(silently).location("code") != nil)
        }
    }

    @Test func onePageAfterAnother() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            for count in 0..<5 {
                // Two at once: the place is behind one of them.
                if count != 3 { world.clock.advance(1) }
                _ = try await TestApp().code(TestBrowser(world), username: "ada")
            }
            let token = try await world.logIn("ada").accessToken
            var (seen, query) = ([BrowserView](), Optional("?limit=2"))
            while let next = query {
                let page = try await Self.browsers(world, token, query: next)
                #expect(page.items.count <= 2)
                seen += page.items
                query = page.nextCursor.map { "?limit=2&after=\($0)" }
            }
            #expect(seen.count == 5 && Set(seen.map(\.id)).count == 5)
            #expect(seen.map(\.signedInAt) == seen.map(\.signedInAt).sorted(by: >))
            for query in ["?after=made-up", "?limit=0", "?limit=201", "?device=x"] {
                #expect(try await world.get("/account/browsers\(query)", token: token).status == 400, "\(query)")
            }
        }
    }

    /// What the release before writes is named all the same, and used when it began.
    @Test func whatTheReleaseBeforeHasLoggedInIsListed() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let (hash, now) = (Secret.hash("theirs"), world.clock.now)
            try await world.pool.transaction { tx in
                try await tx.execute(
                    """
                    INSERT INTO browser_sessions (token_hash, user_id, auth_time, amr, expires_at)
                    VALUES (\(hash), \(ada.id), \(now), '{pwd}', \(now.addingTimeInterval(60)))
                    """)
            }
            let token = try await world.logIn("ada").accessToken
            let only = try #require(try await Self.browsers(world, token).items.first)
            #expect(only.lastUsedAt == only.signedInAt && only.device == nil)
            world.clock.advance(61)
            #expect(try await Self.browsers(world, token).items.isEmpty)
            #expect(try await Self.end(world, "/account/browsers/\(only.id)", token) == 404)
        }
    }

    @Test func whoMayNot() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let login = try await world.logIn("ada")
            let reading = try #require(try await world.refresh(login.refreshToken, scope: "openid account:read").member("access_token"))
            let nothing = try #require(try await world.refresh(world.logIn("ada").refreshToken, scope: "openid").member("access_token"))
            for path in ["/account/browsers", "/account/browsers/\(UUID())"] {
                #expect(try await Self.end(world, path, nil) == 401)
                #expect(try await Self.end(world, path, reading) == 403)
            }
            #expect(try await world.get("/account/browsers", token: reading).status == 200)
            #expect(try await world.get("/account/browsers", token: nothing).status == 403)
            #expect(try await world.get("/account/browsers").status == 401)
            #expect(try await Self.end(world, "/account/browsers/not-an-id", login.accessToken) == 404)
        }
    }
}
