import CareModels
import Foundation
import HTTP
import Testing

@testable import AuthService

/// The pages at `/account`, in a browser without JavaScript.
@Suite struct AccountPageTests {
    private static let paths = [
        "/account", "/account/profile", "/account/change-password", "/account/factors", "/account/logins", "/account/data", "/account/guardianships",
        "/account/invitations",
        "/account/erase", "/device"
    ]

    /// As `username`, on the page at `path`, by way of the login page.
    static func open(_ server: AuthServer, _ path: String, as username: String = "ada") async throws -> (browser: TestBrowser, page: Answer) {
        let browser = TestBrowser(server)
        let away = try await browser.get(path)
        guard let login = away.header("Location") else { throw AuthServer.Failure("not sent to the login page: \(away.status)") }
        let sent = try await browser.submit(try await browser.get(login), [("username", username), ("password", AuthServer.password)])
        guard let next = sent.header("Location") else { throw AuthServer.Failure("not logged in: \(sent.status) \(sent.text)") }
        let back = try await browser.get(next)
        guard let place = back.header("Location") else { throw AuthServer.Failure("not sent back: \(back.status) \(back.text)") }
        #expect(place == path)
        return (browser, try await browser.get(place))
    }

    @Test(arguments: paths) func whoIsNotLoggedInGoesThroughTheLoginPageAndComesBack(_ path: String) async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let (browser, page) = try await Self.open(server, path)
            #expect(page.status == .ok && page.header("Cache-Control") == "no-store")
            #expect(page.text.contains("<a href=\"/oauth/logout\">Log out</a>"))
            #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true && !page.text.contains("<script"))
            // The login leads to no code, which nobody could spend.
            #expect(try await server.count("SELECT count(*) FROM authorization_codes") == 0)
            if path != "/account" {
                #expect(try await server.post(path, form: [("password", AuthServer.password)]).status == .seeOther)
                let forged = try await browser.post(path, [("form_token", "made-up"), ("password", AuthServer.password), ("fullName", "Eve")])
                #expect(forged.status == .forbidden && forged.text.contains("open for too long"))
            }
            #expect(try await server.get("/account?error=login_required").status == .seeOther)
            let french = try await browser.get(path + "?lang=fr")
            #expect(french.header("Content-Language") == "fr" && french.text.contains("<html lang=\"fr\">"))
            #expect(try await server.count("SELECT count(*) FROM users") == 1)
        }
    }

    /// Nobody is led elsewhere by a link to the login page.
    @Test func theLoginPageLeadsBackToPagesOfTheAccountAlone() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let (browser, _) = try await Self.open(server, "/account")
            func query(_ redirect: String, _ state: String) -> String {
                let pairs: [FormEncoding.Pair] = [
                    ("response_type", "code"), ("client_id", Client.accountPagesID), ("redirect_uri", redirect), ("scope", "openid"), ("state", state)
                ]
                return "/oauth/authorize?" + FormEncoding.encode(pairs)
            }
            #expect(try await browser.get(query("\(AuthServer.issuer)/account", "https://evil.example/")).header("Location") == "/account")
            #expect(try await browser.get(query("https://evil.example/account", "/account")).status == .badRequest)
            let form = [("grant_type", "authorization_code"), ("client_id", Client.accountPagesID), ("code", "c"), ("redirect_uri", "r"), ("code_verifier", "v")]
            #expect(try await server.post("/oauth/token", form: form).member("error") == "invalid_client")
        }
    }

    @Test func theProfileIsChanged() async throws {
        try await AuthServer.with { server in
            let doctor = try await server.signUp("okafor", type: "provider", extra: ["fullName": "Amara <Okafor>"])
            let (browser, page) = try await Self.open(server, "/account/profile", as: "okafor")
            #expect(page.text.contains("Amara &lt;Okafor&gt;") && page.text.contains("name=\"practice\""))
            func filled(_ timeZone: String, _ specialty: String = "cardiology") -> [(String, String)] {
                [
                    ("title", "Dr."), ("fullName", "Amara Okafor"), ("specialty", specialty), ("practice", "Riverside"), ("languages", "fr-ca, en"),
                    ("timeZone", timeZone)
                ]
            }
            let wrong = try await browser.submit(page, filled("Mars/Olympus", ""))
            #expect(wrong.status == .unprocessableEntity && wrong.text.contains("id=\"timeZone-fault\"") && wrong.text.contains("id=\"specialty-fault\""))
            #expect(wrong.text.contains("value=\"Mars/Olympus\""))
            let done = try await browser.submit(wrong, filled("America/Winnipeg"))
            #expect(done.status == .seeOther && done.header("Location") == "/account")
            let event = try await server.event(UserUpdated.self, about: doctor.id.uuid)
            #expect(event.title == "Dr." && event.practice == "Riverside" && event.languages == ["fr-CA", "en"] && event.timeZone == "America/Winnipeg")
            #expect(try await browser.get("/account").text.contains("Dr. Amara Okafor"))
            // The first page knows an account that is no longer so.
            let stale = try await browser.submit(page, filled("Europe/Paris"))
            #expect(stale.status == .conflict && stale.text.contains("value=\"America/Winnipeg\""))
            #expect(try await server.events(about: doctor.id.uuid).count == 2)
        }
    }

    @Test func thePasswordIsChangedAndEverySessionEnds() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let login = try await server.logIn("ada")
            let (browser, page) = try await Self.open(server, "/account/change-password")
            let wrong = try await browser.submit(page, [("current", "not the password"), ("new", "another violet teapot")])
            #expect(wrong.status == .unprocessableEntity && wrong.text.contains("id=\"current-fault\""))
            let short = try await browser.submit(page, [("current", AuthServer.password), ("new", "short")])
            #expect(short.status == .unprocessableEntity && short.text.contains("id=\"new-fault\""))
            let done = try await browser.submit(page, [("current", AuthServer.password), ("new", "another violet teapot")])
            #expect(done.status == .ok && done.text.contains("Your password is set"))
            #expect(try await server.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await browser.get("/account").status == .seeOther)
            #expect(try await server.logIn("ada", password: "another violet teapot").user.username == "ada")
        }
    }

    @Test func sessionsEndAndAppsAreWithdrawn() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let tokens = try await TestApp().exchange(TestApp().code(TestBrowser(server), username: "ada"), on: server).decode(TokenView.self)
            let login = try await server.logIn("ada")
            let (browser, page) = try await Self.open(server, "/account/logins")
            #expect(page.text.contains("Third App"))
            let id = try await server.pool.withConnection { connection -> String in
                try await connection.first("SELECT id::text AS id FROM sessions WHERE client_id = 'careline'")?["id"] ?? ""
            }
            #expect(try await browser.submit(page, [("session", id)]).header("Location") == "/account/logins")
            #expect(try await server.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await browser.submit(page, [("app", "app")]).status == .seeOther)
            #expect(try await server.refresh(try #require(tokens.refresh_token), client: "app").member("error") == "invalid_grant")
            // What has ended already, and what is somebody else's.
            try await server.signUp("eve")
            let eve = try await server.logIn("eve")
            let theirs = try await server.pool.withConnection { connection -> String in
                try await connection.first("SELECT s.id::text AS id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.username = 'eve'")?["id"] ?? ""
            }
            for form in [("session", id), ("session", theirs), ("app", "app"), ("session", "no id")] {
                #expect(try await browser.submit(page, [form]).status == .seeOther)
            }
            #expect(try await server.get("/account/sessions", token: eve.accessToken).status == .ok)
            #expect(try await browser.get("/account/logins").text.contains("Third App") == false)
        }
    }

    @Test func guardianshipsAreAcceptedAndEnded() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada", extra: ["fullName": "Ada <b>Lovelace</b>"])
            try await server.signUp("child")
            let (ada, child) = (try await server.logIn("ada"), try await server.logIn("child"))
            let id = try await server.invite(child, ["guardianId": ada.user.id.description]).decode(GuardianshipView.self).id.description
            let own = try await server.invite(ada, ["email": "mum@example.org"]).decode(GuardianshipView.self).id.description
            let (browser, page) = try await Self.open(server, "/account/guardianships")
            #expect(page.text.contains(">child<") && page.text.contains("mum@example.org") && page.text.contains("name=\"accept\""))
            #expect(try await browser.submit(page, [("accept", id)]).header("Location") == "/account/guardianships")
            #expect(try await server.count("SELECT count(*) FROM guardianships WHERE accepted_at IS NOT NULL") == 1)
            for ended in [id, own, "no id"] { #expect(try await browser.submit(page, [("end", ended)]).status == .seeOther) }
            #expect(try await server.count("SELECT count(*) FROM guardianships WHERE ended_at IS NULL") == 0)
            // What is nobody's business of theirs.
            try await server.signUp("eve")
            let eve = try await server.logIn("eve")
            let theirs = try await server.invite(child, ["guardianId": eve.user.id.description]).decode(GuardianshipView.self).id.description
            for name in ["accept", "end"] { #expect(try await browser.submit(page, [(name, theirs)]).status == .seeOther) }
            #expect(try await server.count("SELECT count(*) FROM guardianships WHERE ended_at IS NULL AND accepted_at IS NULL") == 1)
            #expect(try await browser.get("/account/guardianships").text.contains("child") == false)
        }
    }

    @Test func erasingAsksForThePassword() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            let (browser, page) = try await Self.open(server, "/account/erase")
            let wrong = try await browser.submit(page, [("password", "not the password")])
            #expect(wrong.status == .unprocessableEntity && wrong.text.contains("id=\"password-fault\""))
            #expect(try await server.count("SELECT count(*) FROM users") == 1)
            let done = try await browser.submit(page, [("password", AuthServer.password)])
            #expect(done.status == .ok && done.text.contains("Your account is erased"))
            #expect(try await server.events(about: ada.id.uuid) == [UserRegistered.type, UserDeleted.type])
            #expect(try await server.count("SELECT count(*) FROM users") == 0)
            #expect(try await browser.get("/account").status == .seeOther)
        }
    }
}
