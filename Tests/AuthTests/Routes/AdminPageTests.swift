import CareModels
import Foundation
import HTTP
import Testing

@testable import AuthService

/// The pages at `/admin`, in a browser without JavaScript.
@Suite struct AdminPageTests {
    private static let paths = ["/admin", "/admin/people", "/admin/apps", "/admin/apps/careline", "/admin/log"]

    /// Logged in on the pages of the account, with the code where one is wanted.
    private static func browser(_ server: AuthServer, _ username: String, code: String? = nil) async throws -> TestBrowser {
        let browser = TestBrowser(server)
        let login = try #require(try await browser.get("/admin").header("Location"))
        var sent = try await browser.submit(try await browser.get(login), [("username", username), ("password", AuthServer.password)])
        if let code { sent = try await browser.submit(sent, [("code", code)]) }
        let next = try #require(sent.header("Location"), "\(sent.status) \(sent.text)")
        #expect(try await browser.get(next).header("Location") == "/admin")
        return browser
    }

    /// An admin's, with both factors.
    private static func operators(_ server: AuthServer) async throws -> (browser: TestBrowser, chief: UserID) {
        let login = try await server.adminWithOneFactor()
        let app = try await server.setUpTOTP(login)
        return (try await browser(server, "chief", code: app.code(server)), login.user.id)
    }

    private static func seal(_ server: AuthServer) async throws {
        let seal = SealAudit(masters: server.dependencies.masters)
        _ = try await server.pool.transaction { tx in try await seal(tx) }
    }

    @Test func theyAreForAdminsWithTwoFactors() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            let login = try await server.adminWithOneFactor()
            let all = Self.paths + ["/admin/people/\(ada.id)"]
            let (patient, chief) = (try await Self.browser(server, "ada"), try await Self.browser(server, "chief"))
            for path in all {
                #expect(try await server.get(path).status == .seeOther)
                let refused = try await patient.get(path)
                #expect(refused.status == .forbidden && refused.text.contains("for operators") && !refused.text.contains("Careline's own"))
                let bare = try await chief.get(path)
                #expect(bare.status == .forbidden && bare.text.contains("Set up a second factor first"))
            }
            // One was set up since: the login asks for it, and leads back.
            let app = try await server.setUpTOTP(login)
            let away = try #require(try await chief.get("/admin").header("Location"))
            let sent = try await chief.submit(try await chief.get(away), [("code", app.code(server))])
            #expect(try await chief.get(#require(sent.header("Location"))).header("Location") == "/admin")
            for path in all {
                let page = try await chief.get(path)
                #expect(page.status == .ok && page.header("Cache-Control") == "no-store" && !page.text.contains("<script"), "\(path)")
                #expect(page.text.contains("<a href=\"/oauth/logout\">"), "\(path)")
                let french = try await chief.get(path + "?lang=fr")
                #expect(french.header("Content-Language") == "fr")
            }
            #expect(try await patient.get("/account").text.contains("/admin") == false)
            #expect(try await chief.get("/account").text.contains("/admin"))
        }
    }

    @Test func somebodyIsFoundSuspendedAndLetInAgain() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada", extra: ["fullName": "Ada <Lovelace>"])
            let login = try await server.logIn("ada")
            let (browser, chief) = try await Self.operators(server)
            let path = "/admin/people/\(ada.id)"
            let found = try await browser.get("/admin/people?q=lovelace")
            #expect(found.text.contains(path) && found.text.contains("Ada &lt;Lovelace&gt;") && !found.text.contains("chief"))
            let page = try await browser.get(path)
            #expect(page.text.contains("Sessions that go on</span>1"))
            #expect(try await browser.post(path, [("form_token", "made-up"), ("act", "suspend"), ("reason", "abuse")]).status == .forbidden)
            #expect(try await server.get("/users/\(ada.id)", token: login.accessToken).status == .ok)
            let suspended = try await browser.submit(page, [("act", "suspend"), ("reason", "abuse")])
            #expect(suspended.status == .seeOther && suspended.header("Location") == path)
            #expect(try await server.get("/users/\(ada.id)", token: login.accessToken).status == .unauthorized)
            let after = try await browser.get(path)
            #expect(after.text.contains("Suspended since") && after.text.contains("(Against the rules of the platform)"))
            #expect(try await browser.submit(after, [("act", "resume")]).status == .seeOther)
            #expect(try await browser.submit(after, [("act", "unlock")]).status == .seeOther)
            #expect(try await server.tryLogIn("ada", code: nil).status == .ok)
            for kind in ["suspended", "resumed", "unlocked"] {
                #expect(try await server.count("SELECT count(*) FROM audit_log WHERE kind = \(kind) AND user_id = \(ada.id) AND actor_id = \(chief)") == 1)
            }
            #expect(try await server.audit(.usersRead) >= 3)
            // Not oneself, and nobody who is not there.
            let own = try await browser.get("/admin/people/\(chief)?lang=fr")
            #expect(own.text.contains("<span class=\"scope-name\">Rôle</span>administrateur"))
            #expect(try await browser.submit(own, [("act", "suspend"), ("reason", "abuse")]).status == .unprocessableEntity)
            for id in ["\(UUID())", "nobody"] { #expect(try await browser.get("/admin/people/\(id)").status == .notFound) }
        }
    }

    @Test func anAppIsDisabledAndUsedAgain() async throws {
        try await AuthServer.with { server in
            try await server.saveApp(name: "Third <App>")
            let (browser, _) = try await Self.operators(server)
            #expect(try await browser.get("/admin/apps?q=third").text.contains("Third &lt;App&gt;"))
            let path = "/admin/apps/app"
            #expect(try await browser.post(path, [("form_token", "made-up"), ("act", "disable")]).status == .forbidden)
            #expect(try await browser.submit(try await browser.get(path), [("act", "disable")]).header("Location") == path)
            #expect(try await TestBrowser(server).get(TestApp().start()).status == .badRequest)
            let page = try await browser.get(path)
            #expect(page.text.contains("Disabled since"))
            #expect(try await browser.submit(page, [("act", "enable")]).status == .seeOther)
            #expect(try await TestBrowser(server).get(TestApp().start()).status == .ok)
            #expect(try await browser.get("/admin/apps/nothing").status == .notFound)
            #expect(try await browser.get("/admin/apps/careline").text.contains("Disable this app") == false)
        }
    }

    @Test func theAuditIsReadByPersonAppAndDay() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            _ = try await server.logIn("ada")
            let (browser, _) = try await Self.operators(server)
            try await Self.seal(server)
            let day = String(RFC3339.format(server.clock.now).prefix(10))
            func log(_ query: String) async throws -> String { try await browser.get("/admin/log?\(query)").text }
            #expect(try await log("person=\(ada.id)&from=&to=&app=").contains("signed-up"))
            #expect(try await log("from=\(day)&to=\(day)").contains("signed-up"))
            #expect(try await log("to=2020-01-01").contains("Nothing."))
            #expect(try await log("app=another").contains("Nothing."))
            for (query, text) in [("person=ada", "must be a UUID"), ("from=yesterday", "must be a day"), ("from=\(day)&to=2020-01-01", "must not be before from")] {
                let page = try await browser.get("/admin/log?\(query)")
                #expect(page.status == .badRequest && page.text.contains(text), "\(query)")
            }
            #expect(try await server.count("SELECT count(*) FROM audit_log WHERE kind = 'audit-read' AND user_id = \(ada.id)") == 1)
        }
    }
}
