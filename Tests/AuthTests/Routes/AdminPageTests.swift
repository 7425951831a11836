import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import AuthService

/// The pages at `/admin`, in a browser without JavaScript.
@Suite struct AdminPageTests {
    private static let paths = ["/admin", "/admin/people", "/admin/apps", "/admin/apps/careline", "/admin/log"]
    private static let file = "/admin/log/export"

    /// Logged in on the pages of the account, with the code where one is wanted.
    static func browser(_ world: World, _ username: String, code: String? = nil) async throws -> TestBrowser {
        let browser = TestBrowser(world)
        let login = try #require(try await browser.get("/admin").header("Location"))
        var sent = try await browser.submit(try await browser.get(login), [("username", username), ("password", World.password)])
        if let code { sent = try await browser.submit(sent, [("code", code)]) }
        let next = try #require(sent.header("Location"), "\(sent.status) \(sent.text)")
        #expect(try await browser.get(next).header("Location") == "/admin")
        return browser
    }

    /// An admin's, with both factors.
    static func operators(_ world: World) async throws -> (browser: TestBrowser, chief: UserID) {
        let login = try await world.adminWithOneFactor()
        let app = try await world.setUpTOTP(login)
        return (try await browser(world, "chief", code: app.code(world)), login.user.id)
    }

    private static func seal(_ world: World) async throws {
        let seal = SealAudit(masters: world.dependencies.masters)
        _ = try await world.pool.transaction { tx in try await seal(tx) }
    }

    @Test func theyAreForAdminsWithTwoFactors() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let login = try await world.adminWithOneFactor()
            let all = Self.paths + ["/admin/people/\(ada.id)"]
            let (patient, chief) = (try await Self.browser(world, "ada"), try await Self.browser(world, "chief"))
            for path in all + [Self.file] {
                #expect(try await world.get(path).status == 303)
                let refused = try await patient.get(path)
                #expect(refused.status == 403 && refused.text.contains("for operators") && !refused.text.contains("Careline's own"))
                let bare = try await chief.get(path)
                #expect(bare.status == 403 && bare.text.contains("Set up a second factor first") && bare.text.contains("href=\"/account/factors\""))
            }
            // One was set up since: the login asks for it, and leads back.
            let app = try await world.setUpTOTP(login)
            let away = try #require(try await chief.get("/admin").header("Location"))
            let sent = try await chief.submit(try await chief.get(away), [("code", app.code(world))])
            #expect(try await chief.get(#require(sent.header("Location"))).header("Location") == "/admin")
            for path in all {
                let page = try await chief.get(path)
                #expect(page.status == 200 && page.header("Cache-Control") == "no-store" && !page.text.contains("<script"), "\(path)")
                #expect(page.text.contains("<a href=\"/oauth/logout\">"), "\(path)")
                let french = try await chief.get(path + "?lang=fr")
                #expect(french.header("Content-Language") == "fr")
            }
            #expect(try await patient.get("/account").text.contains("/admin") == false)
            #expect(try await chief.get("/account").text.contains("/admin"))
        }
    }

    @Test func somebodyIsFoundSuspendedAndLetInAgain() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["fullName": "Ada <Lovelace>"])
            let login = try await world.logIn("ada")
            let (browser, chief) = try await Self.operators(world)
            let path = "/admin/people/\(ada.id)"
            let found = try await browser.get("/admin/people?q=lovelace")
            #expect(found.text.contains(path) && found.text.contains("Ada &lt;Lovelace&gt;") && !found.text.contains("chief"))
            let page = try await browser.get(path)
            #expect(page.text.contains("Sessions that go on</span>1") && page.text.contains("who takes up other work gets another account"))
            #expect(try await browser.post(path, [("form_token", "made-up"), ("act", "suspend"), ("reason", "abuse")]).status == 403)
            #expect(try await world.get("/users/\(ada.id)", token: login.accessToken).status == 200)
            let suspended = try await browser.submit(page, [("act", "suspend"), ("reason", "abuse")])
            #expect(suspended.status == 303 && suspended.header("Location") == path)
            #expect(try await world.get("/users/\(ada.id)", token: login.accessToken).status == 401)
            let after = try await browser.get(path)
            #expect(after.text.contains("Suspended since") && after.text.contains("(Against the rules of the platform)"))
            #expect(try await browser.submit(after, [("act", "resume")]).status == 303)
            #expect(try await browser.submit(after, [("act", "unlock")]).status == 303)
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)
            for kind in ["suspended", "resumed", "unlocked"] {
                #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = \(kind) AND user_id = \(ada.id) AND actor_id = \(chief)") == 1)
            }
            #expect(try await world.audit(.usersRead) >= 3)
            // Not oneself, and nobody who is not there.
            let own = try await browser.get("/admin/people/\(chief)?lang=fr")
            #expect(own.text.contains("<span class=\"scope-name\">Rôle</span>administrateur<span class=\"scope-name\">Il ne se change qu’au terminal."))
            #expect(try await browser.submit(own, [("act", "suspend"), ("reason", "abuse")]).status == 422)
            for id in ["\(UUID())", "nobody"] { #expect(try await browser.get("/admin/people/\(id)").status == 404) }
        }
    }

    /// So that who is asked why somebody cannot log in knows.
    @Test func whatIsToBeErasedIsShown() async throws {
        try await World.run({ $0.erasureGrace = 3600 }) { world in
            let ada = try await world.signUp("ada")
            let login = try await world.logIn("ada")
            let (browser, _) = try await Self.operators(world)
            #expect(try await browser.get("/admin/people/\(ada.id)").text.contains("To be erased on") == false)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: login.accessToken).status == 202)
            let instant = RFC3339.format(world.clock.now + 3600)
            #expect(try await browser.get("/admin/people/\(ada.id)").text.contains("<span class=\"scope-name\">To be erased on</span>\(instant)"))
            let found = try await world.pool.withConnection { try await $0.users(like: "ada", after: nil, limit: 5) }
            #expect(found.map { FoundUserView($0).eraseAt } == [world.clock.now + 3600])
            #expect(FindUsersCommand.line(found[0]).contains("to be erased on \(instant)"))
        }
    }

    @Test func anAppIsDisabledAndUsedAgain() async throws {
        try await World.run { world in
            try await world.saveApp(name: "Third <App>")
            let (browser, _) = try await Self.operators(world)
            #expect(try await browser.get("/admin/apps?q=third").text.contains("Third &lt;App&gt;"))
            let path = "/admin/apps/app"
            #expect(try await browser.post(path, [("form_token", "made-up"), ("act", "disable")]).status == 403)
            #expect(try await browser.submit(try await browser.get(path), [("act", "disable")]).header("Location") == path)
            #expect(try await TestBrowser(world).get(TestApp().start()).status == 400)
            let page = try await browser.get(path)
            #expect(page.text.contains("Disabled since"))
            #expect(try await browser.submit(page, [("act", "enable")]).status == 303)
            #expect(try await TestBrowser(world).get(TestApp().start()).status == 200)
            #expect(try await browser.get("/admin/apps/nothing").status == 404)
            #expect(try await browser.get("/admin/apps/careline").text.contains("Disable this app") == false)
        }
    }

    @Test func theAuditIsReadByPersonAppAndDay() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            _ = try await world.logIn("ada")
            let (browser, _) = try await Self.operators(world)
            try await Self.seal(world)
            let day = String(RFC3339.format(world.clock.now).prefix(10))
            func log(_ query: String) async throws -> String { try await browser.get("/admin/log?\(query)").text }
            #expect(try await log("person=\(ada.id)&from=&to=&app=").contains("signed-up"))
            #expect(try await log("from=\(day)&to=\(day)").contains("signed-up"))
            #expect(try await log("to=2020-01-01").contains("Nothing."))
            #expect(try await log("app=another").contains("Nothing."))
            for (query, text) in [("person=ada", "must be a UUID"), ("from=yesterday", "must be a day"), ("from=\(day)&to=2020-01-01", "must not be before from")] {
                let page = try await browser.get("/admin/log?\(query)")
                #expect(page.status == 400 && page.text.contains(text), "\(query)")
            }
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'audit-read' AND user_id = \(ada.id)") == 1)
            // The page leads to the same rows as a file, the earliest first.
            let link = try #require(try await log("person=\(ada.id)").firstMatch(of: /href="(\/admin\/log\/export\?[^"]*)"/)).1
            let file = try await browser.get(String(link).replacing("&amp;", with: "&"))
            #expect(file.status == 200 && file.header("Content-Type") == "application/x-ndjson" && file.header("Cache-Control") == "no-store")
            #expect(file.header("Content-Disposition") == "attachment; filename=\"careline-audit.ndjson\"")
            let rows = try file.text.split(separator: "\n").map { try CareJSON.decode(AuditLineView.self, from: Data($0.utf8)) }
            #expect(rows.first?.kind == "signed-up" && rows.allSatisfy { $0.userId == ada.id || $0.doneBy == ada.id } && rows.map(\.place) == rows.map(\.place).sorted())
            #expect(try await browser.get(Self.file + "?to=2020-01-01").text.isEmpty)
            #expect(try await browser.get(Self.file + "?from=yesterday").status == 400)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'audit-read' AND user_id = \(ada.id)") == 3)
        }
    }
}
