import CareModels
import Foundation
import HTTP
import Postgres
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct SessionListTests {
    private struct Listed<Item: Decodable>: Decodable {
        var items: [Item]
        var nextCursor: String?
    }

    private static func sessions(_ world: World, _ token: String, query: String = "") async throws -> Listed<SessionView> {
        try await world.get("/account/sessions\(query)", token: token).decode(Listed<SessionView>.self)
    }

    private static func end(_ world: World, _ path: String, _ token: String?) async throws -> Int {
        try await world.send(.DELETE, path, token: token).status
    }

    private static func logIn(_ world: World, with userAgent: String) async throws -> LoginView {
        world.clock.advance(1)
        let answer = try await world.post("/auth/login", json: ["username": "ada", "password": World.password], headers: ["User-Agent": userAgent])
        return try answer.decode(LoginView.self)
    }

    @Test func oneSeesAndEndsOnesSessions() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            try await world.signUp("eve")
            let phone = try await Self.logIn(world, with: "CarelineApp/3.1 (iPhone; iOS 19.1)")
            let laptop = try await Self.logIn(world, with: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
            let all = try await Self.sessions(world, laptop.accessToken).items
            #expect(all.map(\.device) == ["Firefox on Linux", "CarelineApp on iPhone"])
            #expect(all.map(\.isCurrent) == [true, false])
            #expect(all.allSatisfy { $0.addressPrefix == "127.0.0.0/24" && $0.clientId == "careline" && $0.clientName == "Careline" })

            let eve = try await world.logIn("eve").accessToken
            #expect(try await Self.end(world, "/account/sessions/\(all[1].id)", eve) == 404)
            #expect(try await Self.end(world, "/account/sessions/\(UUID())", laptop.accessToken) == 404)
            #expect(try await Self.end(world, "/account/sessions/\(all[1].id)", laptop.accessToken) == 204)
            #expect(try await Self.end(world, "/account/sessions/\(all[1].id)", laptop.accessToken) == 404)
            #expect(try await world.get("/users/\(ada.id)", token: phone.accessToken).status == 401)
            #expect(try await world.refresh(phone.refreshToken).member("error") == "invalid_grant")
            #expect(try await world.event(SessionRevoked.self, about: all[1].id.uuid).reason == .logout)
            #expect(try await Self.sessions(world, laptop.accessToken).items.map(\.id) == [all[0].id])
            #expect(try await world.get("/userinfo", token: eve).status == 200)
        }
    }

    @Test func onePageAfterAnother() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            for _ in 0..<4 { _ = try await Self.logIn(world, with: "curl/8.5.0") }
            let token = try await Self.logIn(world, with: "curl/8.5.0").accessToken
            let first = try await Self.sessions(world, token, query: "?limit=3")
            #expect(first.items.count == 3)
            let rest = try await Self.sessions(world, token, query: "?limit=3&after=\(try #require(first.nextCursor))")
            #expect(rest.items.count == 2 && rest.nextCursor == nil)
            let ids = first.items.map(\.id) + rest.items.map(\.id)
            #expect(Set(ids).count == 5)
            #expect(try await world.get("/account/sessions?after=made-up", token: token).status == 400)
        }
    }

    @Test func oneIsLoggedOutEverywhereElse() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            let (mine, other) = (try await world.logIn("ada"), try await world.logIn("ada"))
            let browser = TestBrowser(world)
            let code = try await TestApp().code(browser, username: "ada")
            #expect(try await Self.end(world, "/account/sessions", mine.accessToken) == 204)
            #expect(try await world.get("/userinfo", token: other.accessToken).status == 401)
            #expect(try await world.get("/userinfo", token: mine.accessToken).status == 200)
            #expect(try await TestApp().exchange(code, on: world).member("error") == "invalid_grant")
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 0)
        }
    }

    /// A clinic's shared computer, from home: who opens the app there afterwards is asked who they are.
    @Test func endingASessionEndsTheBrowsersLoginThatGaveIt() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            try await world.signUp("eve")
            let (app, shared, other) = (TestApp(), TestBrowser(world), TestBrowser(world))
            let tokens = try await app.exchange(try await app.code(shared, username: "ada"), on: world).decode(TokenView.self)
            _ = try await app.code(other, username: "ada")
            let silently = app.start([("prompt", "none")])
            let home = try await world.logIn("ada").accessToken
            let session = try #require(try await Self.sessions(world, home).items.first { $0.clientId == "app" })
            #expect(try await Self.end(world, "/account/sessions/\(session.id)", world.logIn("eve").accessToken) == 404)
            #expect(try await shared.get(silently).location("code") != nil)

            #expect(try await Self.end(world, "/account/sessions/\(session.id)", home) == 204)
            #expect(try await shared.get(silently).location("error") == "login_required")
            #expect(try await world.get("/userinfo", token: tokens.access_token).status == 401)
            // Nobody is logged out elsewhere.
            #expect(try await other.get(silently).location("code") != nil)
            #expect(try await world.get("/userinfo", token: home).status == 200)
        }
    }

    @Test func whoEndsAnotherSessionOfTheirOwnBrowserStaysInIt() async throws {
        try await World.run { world in
            for id in ["app", "other"] { try await world.saveApp(id) }
            try await world.signUp("ada")
            let (app, other, browser) = (TestApp(scope: "openid account:read account:write"), TestApp(clientID: "other", scope: "openid"), TestBrowser(world))
            let token = try await app.exchange(try await app.code(browser, username: "ada"), on: world).decode(TokenView.self).access_token
            let consent = try await browser.get(other.start())
            let code = try #require(try await browser.submit(consent, [("decision", "allow")]).location("code"))
            #expect(try await other.exchange(code, on: world).status == 200)
            let silently = app.start([("prompt", "none")])
            let all = try await Self.sessions(world, token).items
            let (own, others) = (try #require(all.first { $0.isCurrent }), try #require(all.first { !$0.isCurrent }))
            #expect(try await Self.end(world, "/account/sessions/\(others.id)", token) == 204)
            #expect(try await browser.get(silently).location("code") != nil)
            // Its own is a log-out.
            #expect(try await Self.end(world, "/account/sessions/\(own.id)", token) == 204)
            #expect(try await browser.get(silently).location("error") == "login_required")
        }
    }

    @Test func aSessionOfACodeIsKnownByItsBrowser() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.save {
                $0.id = "server"
                $0.redirectURIs = ["https://app.example/cb"]
            }
            try await world.signUp("ada")
            for id in ["app", "server"] {
                let app = TestApp(clientID: id)
                let code = try await app.code(TestBrowser(world, userAgent: TestBrowser.firefox), username: "ada")
                let changes = id == "server" ? ["client_secret": World.secret] : [:]
                #expect(try await app.exchange(code, on: world, changes: changes).status == 200)
            }
            let listed = try await Self.sessions(world, world.logIn("ada").accessToken).items.filter { $0.clientId != "careline" }
            #expect(listed.count == 2 && listed.allSatisfy { $0.device == "Firefox on Linux" && $0.addressPrefix == "127.0.0.0/24" })
        }
    }

    @Test func whatIsKnownOfWhereACodeWasGiven() {
        let (browser, phone, none) = (SignInDevice(name: "Firefox on Linux", addressPrefix: "192.0.2.0/24"), SignInDevice(name: "okhttp"), SignInDevice())
        for kind in [Client.Kind.public, .confidential] { #expect(SignInDevice.ofCode(browser: browser, asker: phone, client: kind) == browser) }
        #expect(SignInDevice.ofCode(browser: none, asker: phone, client: .public) == phone)
        // The server of an app is nowhere that its people are.
        #expect(SignInDevice.ofCode(browser: none, asker: phone, client: .confidential) == none)
    }

    @Test func whatAnAppMayDoIsSeenAndWithdrawn() async throws {
        try await World.run { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada")
            try await world.signUp("eve")
            let (browser, app) = (TestBrowser(world), TestApp())
            let tokens = try await app.exchange(try await app.code(browser, username: "ada"), on: world)
            let theirs = try #require(tokens.member("access_token"))
            let refresh = try #require(tokens.member("refresh_token"))
            let mine = try await world.logIn("ada").accessToken
            let eve = try await world.logIn("eve").accessToken
            let listed = try await world.get("/account/apps", token: mine).decode(Listed<ConsentedAppView>.self).items
            #expect(listed.map(\.clientId) == ["app"] && listed[0].clientName == "Third App" && listed[0].scopes.contains("appointments:read"))
            #expect(try await world.get("/account/apps", token: eve).decode(Listed<ConsentedAppView>.self).items.isEmpty)

            #expect(try await Self.end(world, "/account/apps/app", eve) == 404)
            #expect(try await Self.end(world, "/account/apps/nothing", mine) == 404)
            #expect(try await Self.end(world, "/account/apps/app", mine) == 204)
            #expect(try await world.get("/userinfo", token: theirs).status == 401)
            #expect(try await world.refresh(refresh, client: "app").member("error") == "invalid_grant")
            #expect(try await world.get("/account/apps", token: mine).decode(Listed<ConsentedAppView>.self).items.isEmpty)
            #expect(try await world.get("/userinfo", token: mine).status == 200)
            // It has to ask again.
            let asked = try await browser.get(app.start())
            #expect(asked.status == 200 && asked.text.contains("/oauth/consent"))
            #expect(try await world.audit(.consentWithdrawn) == 1)
            // The others hear of it, once, and by nothing that counts the versions of the account.
            let rows = try await world.pool.withConnection { connection in
                try await connection.query("SELECT topic, convert_from(data, 'UTF8') AS data FROM outbox WHERE type = \(AppWithdrawn.type)")
            }
            try #require(rows.count == 1)
            let (topic, data): (String, String) = (try rows[0]["topic"], try rows[0]["data"])
            let told = try CareJSON.decode(AppWithdrawn.self, from: Data(data.utf8))
            #expect(topic == Topic.users.rawValue && told.userId == ada.id && told.clientId == "app" && told.version == 1)
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type])
        }
    }

    @Test func whoMayNot() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let login = try await world.logIn("ada")
            let reading = try #require(try await world.refresh(login.refreshToken, scope: "openid account:read").member("access_token"))
            for path in ["/account/sessions", "/account/sessions/\(UUID())", "/account/apps/app"] {
                #expect(try await Self.end(world, path, nil) == 401)
                #expect(try await Self.end(world, path, reading) == 403)
            }
            #expect(try await world.get("/account/sessions", token: reading).status == 200)
            for path in ["/account/sessions", "/account/apps"] { #expect(try await world.get(path).status == 401) }
        }
    }

    @Test(
        arguments: [
            (nil, nil), ("", nil), ("curl/8.5.0", "curl"), ("okhttp/4.12.0", "okhttp"), ("CarelineApp/3.1 (iPhone; iOS 19.1)", "CarelineApp on iPhone"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36", "Chrome on Windows"),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge on Windows"),
            ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome on Android"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
                "Safari on iPhone"
            ),
            ("<script>alert(1)</script>", nil), (String(repeating: "a", count: 500), String(repeating: "a", count: 40))
        ] as [(String?, String?)])
    func aDevicesName(_ userAgent: String?, _ name: String?) { #expect(Device.name(userAgent) == name) }

    @Test(arguments: [("Firefox on Linux", "Firefox sur Linux"), ("curl", "curl"), ("on on iPhone", "on sur iPhone"), ("Sharp on Time", "Sharp on Time")])
    func aDevicesNameAsItIsRead(_ name: String, _ french: String) {
        #expect(Device.said(name).string(in: .english) == name && Device.said(name).string(in: .french) == french)
    }

    @Test(
        arguments: [
            ("192.0.2.77", "192.0.2.0/24"), ("::ffff:192.0.2.77", "192.0.2.0/24"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("fe80::1%eth0", "fe80:0:0::/48"),
            ("nowhere", nil)
        ] as [(String, String?)])
    func aPartOfAnAddress(_ address: String, _ prefix: String?) { #expect(AddressBlock.prefix(of: address) == prefix) }
}
