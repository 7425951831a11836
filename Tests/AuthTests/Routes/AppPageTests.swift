import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// What operators do on the pages of apps.
@Suite struct AppPageTests {
    private static let apps = "/admin/apps"

    private static func machine(_ world: World, _ id: String, _ secret: String) async throws -> Int {
        let basic = "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()
        return try await world.post("/oauth/token", form: [("grant_type", "client_credentials")], headers: ["Authorization": basic]).status
    }

    /// The one that a page shows.
    private static func secret(_ page: Answer) -> String? {
        page.text.components(separatedBy: "id=\"secret\">").dropFirst().first.map { String($0.prefix { $0 != "<" }) }
    }

    private static func client(_ world: World, _ id: String) async throws -> Client? {
        try await world.pool.withConnection { try await $0.clientRecord(id) }?.client
    }

    @Test func aMachineIsRegisteredWithASecretThatIsShownOnce() async throws {
        try await World.run { world in
            let (browser, chief) = try await AdminPageTests.operators(world)
            let page = try await browser.get(Self.apps)
            let form = [("id", "lab-feed"), ("name", "Lab <Feed>"), ("kind", "machine"), ("scopes", "webhooks\r\nmeasurements:read")]
            #expect(try await browser.post(Self.apps, [("form_token", "made-up")] + form).status == 403)
            #expect(try await Self.client(world, "lab-feed") == nil)
            let made = try await browser.submit(page, form)
            #expect(made.status == 200 && made.header("Cache-Control") == "no-store" && made.text.contains("Lab &lt;Feed&gt;"))
            let secret = try #require(Self.secret(made))
            #expect(try await Self.machine(world, "lab-feed", secret) == 200)
            #expect(try await browser.get("\(Self.apps)/lab-feed").text.contains(secret) == false)
            let client = try #require(try await Self.client(world, "lab-feed"))
            #expect(client.grants == [.clientCredentials] && client.scopes == ["webhooks", "measurements:read"] && !client.isFirstParty)
            // The browser that sends it again makes nothing anew.
            let again = try await browser.submit(page, form)
            #expect(again.status == 409 && again.text.contains("id=\"id-fault\"") && Self.secret(again) == nil)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'client-written' AND client_id = 'lab-feed' AND actor_id = \(chief)") == 1)
        }
    }

    @Test func anAppOfABrowserIsRegistered() async throws {
        try await World.run { world in
            let (browser, _) = try await AdminPageTests.operators(world)
            let page = try await browser.get(Self.apps)
            let address = "https://finder.example/cb"
            let form = [
                ("id", "finder"), ("name", "Finder"), ("kind", "public"), ("redirectUris", address), ("origins", "https://www.finder.example"),
                ("scopes", "openid profile")
            ]
            let made = try await browser.submit(page, form)
            #expect(made.status == 303 && made.header("Location") == "\(Self.apps)/finder")
            let client = try #require(try await Self.client(world, "finder"))
            #expect(client.kind == .public && client.redirectURIs == [address] && client.origins == ["https://www.finder.example"] && client.requiresPKCE)
            #expect(client.grants == [.authorizationCode, .refreshToken])
            try await world.signUp("ada")
            let code = try await TestApp(clientID: "finder", redirect: address, scope: "openid profile").code(TestBrowser(world), username: "ada")
            #expect(!code.isEmpty)
        }
    }

    @Test(arguments: [
        ("id", "x", "id-fault"), ("id", "careline", "id-fault"), ("name", "", "name-fault"), ("redirectUris", "", "redirectUris-fault"),
        ("redirectUris", "https://a.example/cb http://b.example/cb", "redirectUris-fault"), ("origins", "https://a.example/path", "origins-fault"),
        ("scopes", "openid everything", "scopes-fault"), ("scopes", "admin:users", "scopes-fault")
    ])
    func whatIsWrongIsSaidAtItsField(_ name: String, _ value: String, _ fault: String) async throws {
        try await World.run { world in
            let (browser, _) = try await AdminPageTests.operators(world)
            let good = [("id", "finder"), ("name", "Finder"), ("kind", "confidential"), ("redirectUris", "https://a.example/cb"), ("origins", ""), ("scopes", "openid")]
            let form = good.map { $0.0 == name ? (name, value) : $0 }
            let refused = try await browser.submit(try await browser.get(Self.apps), form)
            #expect(refused.status == 422 && refused.text.contains("id=\"\(fault)\""))
            // What was typed is there still.
            #expect(name == "id" || refused.text.contains("value=\"finder\""))
            #expect(refused.text.contains("<option value=\"confidential\" selected>"))
            #expect(try await world.audit(.clientWritten) == 0)
        }
    }

    @Test func anAppIsChanged() async throws {
        try await World.run { world in
            try await world.saveApp()
            let (browser, chief) = try await AdminPageTests.operators(world)
            let path = "\(Self.apps)/app"
            let page = try await browser.get(path)
            let form = [
                ("act", "change"), ("name", "Ours"), ("redirectUris", "https://app.example/cb\nhttps://app.example/new"), ("origins", "https://web.example"),
                ("scopes", "openid profile admin:users")
            ]
            #expect(try await browser.post(path, [("form_token", "made-up"), ("revision", "1")] + form).status == 403)
            // A power of operators is for an app of the platform's own.
            let refused = try await browser.submit(page, form)
            #expect(refused.status == 422 && refused.text.contains("id=\"scopes-fault\""))
            #expect(refused.text.contains("\nhttps://app.example/cb\nhttps://app.example/new</textarea>"))
            #expect(try await browser.submit(page, form + [("trusted", "yes")]).header("Location") == path)
            let client = try #require(try await Self.client(world, "app"))
            #expect(client.name == "Ours" && client.redirectURIs.count == 2 && client.origins == ["https://web.example"])
            #expect(client.isFirstParty && client.scopes == ["openid", "profile", "admin:users"])
            #expect(try await browser.get(path).text.contains("name=\"trusted\" value=\"yes\" checked>"))
            // What was looked at before, or says nothing of what was looked at, changes nothing.
            let unseen = TestBrowser.hidden(page).filter { $0.0 != "revision" }
            for stale in [try await browser.submit(page, form + [("trusted", "yes")]), try await browser.post(path, unseen + form)] {
                #expect(stale.status == 409 && stale.text.contains("was changed meanwhile"))
            }
            #expect(try await browser.submit(try await browser.get(path), form.dropLast() + [("scopes", "openid")]).status == 303)
            #expect(try await Self.client(world, "app")?.isFirstParty == false)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'client-written' AND client_id = 'app' AND actor_id = \(chief)") == 2)
        }
    }

    @Test func aSecretIsReplacedAndTheOneBeforeTakenForAWhile() async throws {
        try await World.run { world in
            try await world.saveApp("feed", kind: .confidential, grants: [.clientCredentials])
            try await world.saveApp()
            let (browser, chief) = try await AdminPageTests.operators(world)
            let path = "\(Self.apps)/feed"
            let page = try await browser.get(path)
            let rotate = [("act", "rotate"), ("overlap", "hour")]
            #expect(try await browser.post(path, [("form_token", "made-up"), ("revision", "1")] + rotate).status == 403)
            let first = try await browser.submit(page, rotate)
            let secret = try #require(Self.secret(first))
            #expect(first.status == 200 && first.text.contains("The secret before is taken until"))
            for taken in [World.secret, secret] { #expect(try await Self.machine(world, "feed", taken) == 200) }
            // Sent once more it pushes out nothing.
            #expect(try await browser.submit(page, rotate).status == 409)
            world.clock.advance(3601)
            #expect(try await Self.machine(world, "feed", World.secret) == 401)
            #expect(try await Self.machine(world, "feed", secret) == 200)
            let second = try #require(Self.secret(try await browser.submit(try await browser.get(path), [("act", "rotate"), ("overlap", "none")])))
            world.clock.advance(1)
            #expect(try await Self.machine(world, "feed", secret) == 401)
            #expect(try await Self.machine(world, "feed", second) == 200)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'client-secret-rotated' AND client_id = 'feed' AND actor_id = \(chief)") == 2)
            let other = try await browser.get("\(Self.apps)/app")
            #expect(!other.text.contains("value=\"rotate\""))
            let refused = try await browser.submit(other, rotate)
            #expect(refused.status == 422 && refused.text.contains("This app can keep no secret."))
        }
    }

    @Test func carelinesOwnStayAsTheyAre() async throws {
        try await World.run { world in
            let (browser, _) = try await AdminPageTests.operators(world)
            let context = TestBrowser.hidden(try await browser.get(Self.apps)) + [("revision", "1")]
            let before = try await Self.client(world, "careline")
            #expect(try await browser.get("\(Self.apps)/careline").text.contains("<button") == false)
            for act in ["change", "rotate", "disable", "enable"] {
                let refused = try await browser.post("\(Self.apps)/careline", context + [("act", act), ("name", "Mine")])
                #expect(refused.status == 422 && refused.text.contains("This app is Careline's own."), "\(act)")
                #expect(try await browser.post("\(Self.apps)/nothing", context + [("act", act), ("name", "Mine")]).status == 404)
            }
            #expect(try await Self.client(world, "careline") == before)
        }
    }
}
