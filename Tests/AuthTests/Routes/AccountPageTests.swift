import CareModels
import Foundation
import HTTP
import ServiceTestKit
import TestKit
import Testing

@testable import AuthService

/// The pages at `/account`, in a browser without JavaScript.
@Suite struct AccountPageTests {
    private static let paths = [
        "/account", "/account/profile", "/account/change-email", "/account/change-password", "/account/factors", "/account/logins", "/account/data",
        "/account/guardianships", "/account/invitations", "/account/erase", "/device"
    ]

    /// As `username`, on the page at `path`, by way of the login page.
    static func open(_ world: World, _ path: String, as username: String = "ada") async throws -> (browser: TestBrowser, page: Answer) {
        let browser = TestBrowser(world)
        let away = try await browser.get(path)
        guard let login = away.header("Location") else { throw TestKitError("not sent to the login page: \(away.status)") }
        let sent = try await browser.submit(try await browser.get(login), [("username", username), ("password", World.password)])
        guard let next = sent.header("Location") else { throw TestKitError("not logged in: \(sent.status) \(sent.text)") }
        let back = try await browser.get(next)
        guard let place = back.header("Location") else { throw TestKitError("not sent back: \(back.status) \(back.text)") }
        #expect(place == path)
        return (browser, try await browser.get(place))
    }

    @Test(arguments: paths) func whoIsNotLoggedInGoesThroughTheLoginPageAndComesBack(_ path: String) async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let (browser, page) = try await Self.open(world, path)
            #expect(page.status == 200 && page.header("Cache-Control") == "no-store")
            #expect(page.text.contains("<a href=\"/oauth/logout\">Log out</a>"))
            #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true && !page.text.contains("<script"))
            // The login leads to no code, which nobody could spend.
            #expect(try await world.count("SELECT count(*) FROM authorization_codes") == 0)
            if path != "/account" {
                #expect(try await world.post(path, form: [("password", World.password)]).status == 303)
                let forged = try await browser.post(path, [("form_token", "made-up"), ("password", World.password), ("fullName", "Eve")])
                #expect(forged.status == 403 && forged.text.contains("open for too long"))
            }
            #expect(try await world.get("/account?error=login_required").status == 303)
            let french = try await browser.get(path + "?lang=fr")
            #expect(french.header("Content-Language") == "fr" && french.text.contains("<html lang=\"fr\">"))
            #expect(try await world.count("SELECT count(*) FROM users") == 1)
        }
    }

    /// Beneath `/account` there are pages, and what apps read.
    @Test func whatNoPageTakesIsRefusedByAPageInABrowser() async throws {
        try await World.run { world in
            for (method, path, status) in [(.PUT, "/account", 405), (.GET, "/account/nothing", 404)] as [(HTTPMethod, String, Int)] {
                let page = try await world.send(method, path, headers: ["Accept": "text/html"])
                #expect(page.status == status && page.header("Content-Type")?.hasPrefix("text/html") == true, "\(path)")
                let problem = try await world.send(method, path)
                #expect(problem.status == status && problem.header("Content-Type") == "application/problem+json", "\(path)")
            }
        }
    }

    /// Nobody is led elsewhere by a link to the login page.
    @Test func theLoginPageLeadsBackToPagesOfTheAccountAlone() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let (browser, _) = try await Self.open(world, "/account")
            func query(_ redirect: String, _ state: String) -> String {
                let pairs: [FormEncoding.Pair] = [
                    ("response_type", "code"), ("client_id", Client.accountPagesID), ("redirect_uri", redirect), ("scope", "openid"), ("state", state)
                ]
                return "/oauth/authorize?" + FormEncoding.encode(pairs)
            }
            #expect(try await browser.get(query("\(World.issuer)/account", "https://evil.example/")).header("Location") == "/account")
            #expect(try await browser.get(query("https://evil.example/account", "/account")).status == 400)
            let form = [("grant_type", "authorization_code"), ("client_id", Client.accountPagesID), ("code", "c"), ("redirect_uri", "r"), ("code_verifier", "v")]
            #expect(try await world.post("/oauth/token", form: form).member("error") == "invalid_client")
        }
    }

    @Test func theProfileIsChanged() async throws {
        try await World.run { world in
            let doctor = try await world.signUp("okafor", type: "provider", extra: ["fullName": "Amara <Okafor>"])
            let (browser, page) = try await Self.open(world, "/account/profile", as: "okafor")
            #expect(page.text.contains("Amara &lt;Okafor&gt;") && page.text.contains("name=\"practice\""))
            func filled(_ timeZone: String, _ specialty: String = "cardiology") -> [(String, String)] {
                [
                    ("title", "Dr."), ("fullName", "Amara Okafor"), ("specialty", specialty), ("practice", "Riverside"), ("languages", "fr-ca, en"),
                    ("timeZone", timeZone)
                ]
            }
            let wrong = try await browser.submit(page, filled("Mars/Olympus", ""))
            #expect(wrong.status == 422 && wrong.text.contains("id=\"timeZone-fault\"") && wrong.text.contains("id=\"specialty-fault\""))
            #expect(wrong.text.contains("value=\"Mars/Olympus\""))
            let done = try await browser.submit(wrong, filled("America/Winnipeg"))
            #expect(done.status == 303 && done.header("Location") == "/account")
            let event = try await world.event(UserUpdated.self, about: doctor.id.uuid)
            #expect(event.title == "Dr." && event.practice == "Riverside" && event.languages == ["fr-CA", "en"] && event.timeZone == "America/Winnipeg")
            #expect(try await browser.get("/account").text.contains("Dr. Amara Okafor"))
            // The first page knows an account that is no longer so.
            let stale = try await browser.submit(page, filled("Europe/Paris"))
            #expect(stale.status == 409 && stale.text.contains("value=\"America/Winnipeg\""))
            // And what was typed is not lost.
            #expect(stale.text.contains("You had typed: Europe/Paris") && !stale.text.contains("You had typed: Riverside"))
            #expect(try await world.events(about: doctor.id.uuid).count == 2)
        }
    }

    @Test func severalSpecialtiesAreWrittenOnThePageOneOnEachLine() async throws {
        try await World.run { world in
            let doctor = try await world.signUp("okafor", type: "provider")
            let (browser, page) = try await Self.open(world, "/account/profile", as: "okafor")
            #expect(page.text.contains("<label for=\"otherSpecialties\">Other specialties <span class=\"optional\">(optional)</span></label>"))
            func filled(_ main: String, _ others: String) -> [(String, String)] { [("specialty", main), ("otherSpecialties", others)] }
            func kept() async throws -> [String]? { try await world.pool.withConnection { try await $0.user(doctor.id)?.specialties } }

            let twice = try await browser.submit(page, filled("cardiology", "podiatry\r\nCardiologist"))
            #expect(twice.status == 422 && twice.text.contains("id=\"otherSpecialties-fault\">Other specialties must be named once;"))
            #expect(twice.text.contains("Cardiologist</textarea>") && !twice.text.contains("id=\"specialty-fault\""))
            let blank = try await browser.submit(page, filled(" ", "podiatry"))
            #expect(blank.status == 422 && blank.text.contains("id=\"specialty-fault\"") && !blank.text.contains("id=\"otherSpecialties-fault\""))
            #expect(try await kept() == ["cardiology"])

            let typed = filled("cardiology", "podiatry\r\n\r\n  Ear, nose and throat\r\n")
            #expect(try await browser.submit(twice, typed).status == 303)
            #expect(try await kept() == ["cardiology", "podiatry", "Ear, nose and throat"])
            let shown = try await browser.get("/account/profile")
            #expect(shown.text.contains("value=\"cardiology\"") && shown.text.contains("podiatry\nEar, nose and throat</textarea>"))
            // Who sends the first page, and what it had: nothing of it differs from what stands there, whatever ends its lines.
            let stale = try await browser.submit(page, filled("cardiology", "podiatry\r\nEar, nose and throat"))
            #expect(stale.status == 409 && !stale.text.contains("You had typed"))
            // The form of the release before has the main one alone, and takes none away.
            #expect(try await browser.submit(shown, [("specialty", "surgery")]).status == 303)
            #expect(try await kept() == ["surgery", "podiatry", "Ear, nose and throat"])
            #expect(try await browser.submit(try await browser.get("/account/profile"), filled("surgery", "")).status == 303)
            #expect(try await kept() == ["surgery"])
            #expect(try await browser.get("/account/profile?lang=fr").text.contains("<label for=\"otherSpecialties\">Autres spécialités "))

            try await world.signUp("ada")
            let (patient, form) = try await Self.open(world, "/account/profile")
            #expect(!form.text.contains("pecialt"))
            #expect(try await patient.submit(form, filled("cardiology", "podiatry")).status == 303)
            #expect(try await world.count("SELECT count(*) FROM users WHERE username = 'ada' AND specialty IS NULL AND other_specialties = '{}'") == 1)
        }
    }

    /// As text in their fields, and nowhere as a link or a picture: nobody's browser asks a stranger's server.
    @Test func whatIsForAppsIsWrittenOnThePageToo() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let (browser, page) = try await Self.open(world, "/account/profile")
            let wrong = try await browser.submit(page, [("birthdate", "2999-01-01"), ("gender", "\"><b>"), ("websiteUrl", "ada.example")])
            #expect(wrong.status == 422 && wrong.text.contains("id=\"birthdate-fault\"") && wrong.text.contains("id=\"websiteUrl-fault\""))
            #expect(wrong.text.contains("value=\"2999-01-01\"") && !wrong.text.contains("<b>"))
            let typed = [("birthdate", "1815"), ("gender", ""), ("profileUrl", "https://social.example/@ada"), ("websiteUrl", "https://ada.example/")]
            #expect(try await browser.submit(wrong, typed).status == 422)
            let right = typed.map { $0.0 == "birthdate" ? ($0.0, "1915") : $0 }
            #expect(try await browser.submit(wrong, right).status == 303)
            let shown = try await browser.get("/account/profile")
            #expect(shown.text.contains("value=\"1915\"") && shown.text.contains("value=\"https://social.example/@ada\""))
            #expect(!shown.text.contains("href=\"https://ada.example") && !shown.text.contains("src=\"https://ada.example"))
            #expect(try await world.count("SELECT count(*) FROM users WHERE birthdate = '1915' AND gender IS NULL AND website_url = 'https://ada.example/'") == 1)
            // The form of the release before has no such field, and takes none away.
            #expect(try await browser.submit(shown, [("fullName", "Ada Lovelace")]).status == 303)
            #expect(try await world.count("SELECT count(*) FROM users WHERE id = \(ada.id) AND birthdate = '1915'") == 1)
        }
    }

    @Test func theAddressIsChangedOnceItsLinkIsOpened() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"])
            let (browser, page) = try await Self.open(world, "/account/change-email")
            #expect(page.text.contains("ada@example.org (not confirmed yet)"))
            let wrong = try await browser.submit(page, [("email", "ada@example.net"), ("password", "not the password")])
            #expect(wrong.status == 422 && wrong.text.contains("id=\"password-fault\"") && wrong.text.contains("value=\"ada@example.net\""))
            #expect(!wrong.text.contains("not the password"))
            for address in ["", "nowhere", "ada@example.net\r\nBcc: eve@example.org"] {
                let refused = try await browser.submit(page, [("email", address), ("password", World.password)])
                #expect(refused.status == 422 && refused.text.contains("id=\"email-fault\""), "\(address)")
            }
            #expect(try await world.linkTokens("/account/verify").count == 1)
            // The link that got lost comes once more.
            let same = try await browser.submit(page, [("email", "ada@example.org"), ("password", World.password)])
            #expect(same.status == 200 && same.text.contains("Look into your mails"))
            #expect(try await world.linkTokens("/account/verify").count == 2)

            world.clock.advance(1)
            let done = try await browser.submit(page, [("email", "ada@example.net"), ("password", World.password)])
            #expect(done.status == 200 && done.text == same.text)
            #expect(try await world.mails("Confirm your e-mail address").last?.address.text == "ada@example.net")
            #expect(try await world.count("SELECT count(*) FROM users WHERE email = 'ada@example.net'") == 0)
            let link = try #require(try await world.linkTokens("/account/verify").last)
            let verify = try await browser.get("/account/verify?token=\(link)")
            #expect(try await browser.submit(verify, []).status == 200)
            #expect(try await world.count("SELECT count(*) FROM users WHERE email = 'ada@example.net' AND email_verified_at IS NOT NULL") == 1)
            #expect(try await browser.get("/account").text.contains("<p>ada@example.net</p>"))
        }
    }

    /// The browser was logged in before there was one; the login page asks for both, and leads back.
    @Test(arguments: ["/account/change-email", "/account/change-password"]) func whoHasASecondFactorShowsItBefore(_ path: String) async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let (browser, page) = try await Self.open(world, path)
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let other = "another violet teapot"
            let typed = [("email", "eve@example.net"), ("password", World.password), ("current", World.password), ("new", other)]
            for away in [try await browser.get(path), try await browser.submit(page, typed)] {
                #expect(away.status == 303 && away.header("Location")?.contains("acr_values=2") == true, "\(away.status)")
            }
            #expect(try await world.mails("Confirm your e-mail address").allSatisfy { $0.address.text == "ada@example.org" })
            #expect(try await world.audit(.passwordChanged) == 0)
            let login = try await browser.get(try #require(try await browser.get(path).header("Location")))
            var answer = login
            if login.text.contains("name=\"password\"") { answer = try await browser.submit(login, [("username", "ada"), ("password", World.password)]) }
            let sent = try await browser.submit(answer, [("code", app.code(world))])
            let back = try await browser.get(try #require(sent.header("Location")))
            #expect(back.header("Location") == path)
            #expect(try await browser.submit(try await browser.get(path), typed).status == 200)
            #expect(try await world.audit(path.hasSuffix("email") ? .emailChangeAsked : .passwordChanged) == 1)
        }
    }

    @Test func thePasswordIsChangedAndEverySessionEnds() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let login = try await world.logIn("ada")
            let (browser, page) = try await Self.open(world, "/account/change-password")
            let wrong = try await browser.submit(page, [("current", "not the password"), ("new", "another violet teapot")])
            #expect(wrong.status == 422 && wrong.text.contains("id=\"current-fault\""))
            let short = try await browser.submit(page, [("current", World.password), ("new", "short")])
            #expect(short.status == 422 && short.text.contains("id=\"new-fault\""))
            let done = try await browser.submit(page, [("current", World.password), ("new", "another violet teapot")])
            #expect(done.status == 200 && done.text.contains("Your password is set"))
            #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await browser.get("/account").status == 303)
            #expect(try await world.logIn("ada", password: "another violet teapot").user.username == "ada")
        }
    }

    @Test(arguments: [("fr", "Votre mot de passe a été modifié"), ("en", "Your password was changed")])
    func whoChangesThePasswordIsToldInThePagesLanguage(_ language: String, _ subject: String) async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let (browser, _) = try await Self.open(world, "/account/change-password")
            let page = try await browser.get("/account/change-password?lang=\(language)")
            #expect(try await browser.submit(page, [("current", World.password), ("new", "another violet teapot")]).status == 200)
            #expect(try await world.mails(subject).count == 1)
        }
    }

    @Test func sessionsEndAndAppsAreWithdrawn() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let tokens = try await TestApp().exchange(TestApp().code(TestBrowser(world), username: "ada"), on: world).decode(TokenView.self)
            let login = try await world.logIn("ada")
            let (browser, page) = try await Self.open(world, "/account/logins")
            #expect(page.text.contains("Third App"))
            let id = try await world.pool.withConnection { connection -> String in
                try await connection.first("SELECT id::text AS id FROM sessions WHERE client_id = 'careline'")?["id"] ?? ""
            }
            #expect(try await browser.submit(page, [("session", id)]).header("Location") == "/account/logins")
            #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await browser.submit(page, [("app", "app")]).status == 303)
            #expect(try await world.refresh(try #require(tokens.refresh_token), client: "app").member("error") == "invalid_grant")
            // What has ended already, and what is somebody else's.
            try await world.signUp("eve")
            let eve = try await world.logIn("eve")
            let theirs = try await world.pool.withConnection { connection -> String in
                try await connection.first("SELECT s.id::text AS id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.username = 'eve'")?["id"] ?? ""
            }
            for form in [("session", id), ("session", theirs), ("app", "app"), ("session", "no id")] {
                #expect(try await browser.submit(page, [form]).status == 303)
            }
            #expect(try await world.get("/account/sessions", token: eve.accessToken).status == 200)
            #expect(try await browser.get("/account/logins").text.contains("Third App") == false)
        }
    }

    @Test func browsersAreListedAndLoggedOut() async throws {
        try await World.run { world in
            for name in ["ada", "eve"] { try await world.signUp(name) }
            try await world.saveApp()
            let other = TestBrowser(world, userAgent: TestBrowser.firefox)
            #expect(try await TestApp().exchange(TestApp().code(other, username: "ada"), on: world).status == 200)
            let silently = TestApp().start([("prompt", "none")])
            let (browser, page) = try await Self.open(world, "/account/logins")
            for words in ["Firefox on Linux", "127.0.0.0/24", "This browser", "Last used \(Erasure.spelled(world.clock.now))"] {
                #expect(page.text.contains(words), "\(words)")
            }
            let names = page.text.matches(of: /name="browser" value="([A-Za-z0-9_-]+)"/).map { String($0.1) }
            #expect(names.count == 1)
            let name = try #require(names.first)
            let (eve, theirs) = try await Self.open(world, "/account/logins", as: "eve")
            for form in [("browser", name), ("browser", "no name"), ("browser", "")] { #expect(try await eve.submit(theirs, [form]).status == 303) }
            #expect(try await other.get(silently).location("code") != nil)

            #expect(try await browser.submit(page, [("browser", name)]).header("Location") == "/account/logins")
            #expect(try await other.get(silently).location("error") == "login_required")
            #expect(try await browser.get("/account/logins").text.contains("name=\"browser\"") == false)
            #expect(try await eve.get("/account").status == 200)
        }
    }

    @Test func oneIsLoggedOutEverywhereElse() async throws {
        try await World.run { world in
            for name in ["ada", "eve"] { try await world.signUp(name) }
            try await world.saveApp()
            let (login, theirs, other) = (try await world.logIn("ada"), try await world.logIn("eve"), TestBrowser(world))
            _ = try await TestApp().code(other, username: "ada")
            let (browser, page) = try await Self.open(world, "/account/logins")
            #expect(try await browser.submit(page, [("others", "all")]).header("Location") == "/account/logins")
            #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await other.get(TestApp().start([("prompt", "none")])).location("error") == "login_required")
            #expect(try await browser.get("/account").status == 200)
            #expect(try await world.refresh(theirs.refreshToken).status == 200)
            #expect(try await world.audit(.sessionsEnded) == 1)
        }
    }

    /// In this browser's own session of an app: who presses that sits before it.
    @Test func endingASessionThatThisBrowserGaveKeepsThePage() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let (browser, _) = try await Self.open(world, "/account/logins")
            let consent = try await browser.get(TestApp().start())
            let code = try #require(try await browser.submit(consent, [("decision", "allow")]).location("code"))
            let tokens = try await TestApp().exchange(code, on: world).decode(TokenView.self)
            let page = try await browser.get("/account/logins")
            let id = try #require(page.text.firstMatch(of: /name="session" value="([0-9A-Fa-f-]+)"/)?.1)
            #expect(try await browser.submit(page, [("session", String(id))]).status == 303)
            #expect(try await world.get("/userinfo", token: tokens.access_token).status == 401)
            #expect(try await browser.get("/account/logins").status == 200)
        }
    }

    @Test func guardianshipsAreAcceptedAndEnded() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["fullName": "Ada <b>Lovelace</b>"])
            try await world.signUp("child")
            let (ada, child) = (try await world.logIn("ada"), try await world.logIn("child"))
            let id = try await world.invite(child, ["guardianId": ada.user.id.description]).decode(GuardianshipView.self).id.description
            let own = try await world.invite(ada, ["email": "mum@example.org"]).decode(GuardianshipView.self).id.description
            let (browser, page) = try await Self.open(world, "/account/guardianships")
            #expect(page.text.contains(">child<") && page.text.contains("mum@example.org") && page.text.contains("name=\"accept\""))
            #expect(try await browser.submit(page, [("accept", id)]).header("Location") == "/account/guardianships")
            #expect(try await world.count("SELECT count(*) FROM guardianships WHERE accepted_at IS NOT NULL") == 1)
            for ended in [id, own, "no id"] { #expect(try await browser.submit(page, [("end", ended)]).status == 303) }
            #expect(try await world.count("SELECT count(*) FROM guardianships WHERE ended_at IS NULL") == 0)
            // What is nobody's business of theirs.
            try await world.signUp("eve")
            let eve = try await world.logIn("eve")
            let theirs = try await world.invite(child, ["guardianId": eve.user.id.description]).decode(GuardianshipView.self).id.description
            for name in ["accept", "end"] { #expect(try await browser.submit(page, [(name, theirs)]).status == 303) }
            #expect(try await world.count("SELECT count(*) FROM guardianships WHERE ended_at IS NULL AND accepted_at IS NULL") == 1)
            #expect(try await browser.get("/account/guardianships").text.contains("child") == false)
        }
    }

    @Test func erasingAsksForThePassword() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let (browser, page) = try await Self.open(world, "/account/erase")
            let wrong = try await browser.submit(page, [("password", "not the password")])
            #expect(wrong.status == 422 && wrong.text.contains("id=\"password-fault\""))
            #expect(try await world.count("SELECT count(*) FROM users") == 1)
            let done = try await browser.submit(page, [("password", World.password)])
            #expect(done.status == 200 && done.text.contains("Your account is erased"))
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type, UserDeleted.type])
            #expect(try await world.count("SELECT count(*) FROM users") == 0)
            #expect(try await browser.get("/account").status == 303)
        }
    }
}
