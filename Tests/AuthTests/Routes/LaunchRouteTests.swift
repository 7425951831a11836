import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// SMART App Launch, over the login pages.
@Suite struct LaunchRouteTests {
    private static let r4 = World.issuer + "/fhir/r4"

    private struct IDToken: Decodable { var fhirUser: String? }
    private struct LaunchAnswer: Decodable {
        var launch: String
        var servers: [String]
    }

    private static func with(_ scopes: Set<String>, _ body: (World) async throws -> Void) async throws {
        try await World.run { world in
            try await world.save {
                ($0.kind, $0.secretHash) = (.public, nil)
                $0.scopes = scopes
            }
            try await body(world)
        }
    }

    private static func launch(_ world: World, _ token: String, _ json: [String: String] = ["clientId": "app"]) async throws -> Answer {
        try await world.post("/oauth/launches", json: json, token: token)
    }

    @Test func anAppIsOpenedByItself() async throws {
        try await Self.with(["openid", "fhirUser", "launch/patient", "offline_access", "patient/*.cruds"]) { world in
            let user = try await world.signUp("ada")
            let app = TestApp(scope: "openid fhirUser launch/patient offline_access patient/Observation.read user/*.rs")
            let code = try await app.code(TestBrowser(world), username: "ada", extra: [("aud", Self.r4)])
            let tokens = try await app.exchange(code, on: world).decode(TokenView.self)
            #expect(tokens.scope == "openid offline_access fhirUser launch/patient patient/Observation.rs")
            #expect(tokens.patient == user.id)
            let claims = try AuthorizeTests.claims(tokens.access_token, AccessTokenClaims.self)
            #expect(claims.patient == user.id.description && claims.scope == tokens.scope)
            let id = try AuthorizeTests.claims(try #require(tokens.id_token), IDToken.self)
            #expect(id.fhirUser == "\(Self.r4)/Patient/\(user.id)")

            let refreshed = try await world.refresh(try #require(tokens.refresh_token), client: "app", scope: "patient/Observation.r").decode(TokenView.self)
            #expect(refreshed.patient == user.id && refreshed.scope == "patient/Observation.r")
            let more = try await world.refresh(try #require(refreshed.refresh_token), client: "app", scope: "patient/*.rs")
            #expect(more.member("error") == "invalid_scope")
        }
    }

    @Test func theVisitThatAnAppIsOpenedForIsNamed() async throws {
        try await Self.with(["openid", "launch", "launch/encounter", "offline_access", "patient/*.cruds"]) { world in
            try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            for wrong in ["", "a b", "Encounter/1", String(repeating: "e", count: 65)] {
                #expect(try await Self.launch(world, token, ["clientId": "app", "encounterId": wrong]).problem.fieldNames == ["encounterId"])
            }
            let opened = try await Self.launch(world, token, ["clientId": "app", "encounterId": "visit-1.a"]).decode(LaunchAnswer.self)
            let app = TestApp(scope: "openid launch launch/encounter offline_access patient/Observation.rs")
            let code = try await app.code(TestBrowser(world), username: "ada", extra: [("aud", Self.r4), ("launch", opened.launch)])
            let tokens = try await app.exchange(code, on: world).decode(TokenView.self)
            #expect(tokens.encounter == "visit-1.a" && tokens.scope.contains("launch/encounter"))
            #expect(try await world.refresh(try #require(tokens.refresh_token), client: "app").member("encounter") == nil)
            // Whoever was opened by itself is about none.
            let alone = TestApp(scope: "openid launch/encounter patient/Observation.rs")
            let other = try await alone.exchange(alone.code(TestBrowser(world), username: "ada", extra: [("aud", Self.r4)]), on: world).decode(TokenView.self)
            #expect(other.encounter == nil)
        }
    }

    /// An app that is opened from ours may look like it; one that is opened by itself, or goes on, hears nothing of that.
    @Test func whoIsOpenedFromOursHearsHowItLooks() async throws {
        try await Self.with(["openid", "launch", "offline_access", "patient/*.cruds"]) { world in
            try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            let opened = try await Self.launch(world, token).decode(LaunchAnswer.self)
            let app = TestApp(scope: "openid launch offline_access patient/Observation.rs")
            let code = try await app.code(TestBrowser(world), username: "ada", extra: [("aud", Self.r4), ("launch", opened.launch)])
            let tokens = try await app.exchange(code, on: world).decode(TokenView.self)
            let address = try #require(tokens.smart_style_url)
            #expect(try await world.refresh(try #require(tokens.refresh_token), client: "app").member("smart_style_url") == nil)
            let alone = TestApp(scope: "openid patient/Observation.rs")
            let other = try await alone.exchange(alone.code(TestBrowser(world), username: "ada", extra: [("aud", Self.r4)]), on: world).decode(TokenView.self)
            #expect(other.smart_style_url == nil)

            #expect(address.hasPrefix(World.issuer + "/oauth/smart-style?v="))
            let style = try await world.get(String(address.dropFirst(World.issuer.count)))
            #expect(style.status == 200 && style.header("Cache-Control") == "public, max-age=300")
            // The address is another when these are: the tag is made of them.
            #expect(style.header("ETag").map { address.hasSuffix($0.filter { $0 != "\"" }) } == true)
            let values = try style.decode([String: String].self)
            #expect(Set(["color_background", "color_error", "color_highlight", "color_text", "dim_font_size", "font_family_body"]).isSubset(of: values.keys))
            for (name, value) in values where name.hasPrefix("color_") {
                #expect(value.wholeMatch(of: /#[0-9a-f]{6}/) != nil && Style.sheet.contains(":\(value)"), "\(name)")
            }
            #expect(Style.sheet.contains(try #require(values["font_family_body"])))
        }
    }

    @Test func whatWasAgreedToIsNotAskedAgain() async throws {
        try await Self.with(["openid", "patient/*.cruds"]) { world in
            try await world.signUp("ada")
            let browser = TestBrowser(world)
            _ = try await TestApp(scope: "openid patient/*.rs").code(browser, username: "ada", extra: [("aud", Self.r4)])
            let less = try await browser.get(TestApp(scope: "openid patient/Patient.r").start([("aud", Self.r4)]))
            #expect(less.location("code") != nil)
            let more = try await browser.get(TestApp(scope: "openid patient/Patient.cr").start([("aud", Self.r4)]))
            #expect(more.status == 200 && more.text.contains("Your personal data in the health records: see, add"))
        }
    }

    @Test(
        arguments: [
            ("patient/*.rs", [], "invalid_request"), ("patient/*.rs", [("aud", "https://evil.example/fhir/r4")], "invalid_request"),
            ("patient/*.rs", [("aud", World.issuer)], "invalid_request"), ("patient/Observation.rs?code=1", [("aud", r4)], "invalid_scope"),
            ("launch patient/*.rs", [("aud", r4)], "invalid_request"), ("launch patient/*.rs", [("aud", r4), ("launch", "unknown")], "invalid_request"),
            ("system/*.rs", [("aud", r4)], "invalid_scope")
        ] as [(String, [(String, String)], String)])
    func whatIsRefused(_ scope: String, _ extra: [(String, String)], _ error: String) async throws {
        try await Self.with(["openid", "launch", "patient/*.cruds"]) { world in
            let answer = try await TestBrowser(world).get(TestApp(scope: scope).start(extra))
            #expect(answer.location("error") == error, "\(answer.status)")
        }
    }

    /// Nobody's records are a provider's to give; what patients have given them, an app of theirs may use.
    @Test func whoIsNoPatientGivesWhatIsTheirsAlone() async throws {
        try await Self.with(["openid", "fhirUser", "launch/patient", "patient/*.cruds", "user/*.cruds"]) { world in
            try await world.signUp("house", type: "provider")
            let browser = TestBrowser(world)
            let login = try await browser.get(TestApp(scope: "openid launch/patient").start([("aud", Self.r4)]))
            let next = try await browser.submit(login, [("username", "house"), ("password", World.password)])
            let refused = try await browser.get(try #require(next.header("Location")))
            #expect(refused.location("error") == "access_denied")
            let given = try await browser.get(TestApp(scope: "openid fhirUser user/*.rs").start([("aud", Self.r4)]))
            #expect(given.status == 200 && given.text.contains("scope-name\">user/") && given.text.contains("your patients’ health records: see"))
        }
    }

    /// As whoever is logged in with `browser`: the answer to the authorization request, agreed to where it asks.
    private static func goOn(_ browser: TestBrowser, _ app: TestApp, _ extra: [(String, String)]) async throws -> Answer {
        let answer = try await browser.get(app.start(extra))
        return answer.status == 200 ? try await browser.submit(answer, [("decision", "allow")]) : answer
    }

    /// What a provider may see of a patient's, Auth does not know: the token says for whom it is, and the records' service decides at each request.
    @Test func aProviderOpensAnAppForAPatient() async throws {
        try await Self.with(["openid", "fhirUser", "launch", "offline_access", "patient/*.cruds", "user/*.cruds"]) { world in
            let (ada, house) = (try await world.signUp("ada"), try await world.signUp("house", type: "provider"))
            try await world.signUp("wilson", type: "provider")
            let token = try await world.logIn("house").accessToken
            let made = try await Self.launch(world, token, ["clientId": "app", "patientId": ada.id.description, "encounterId": "visit-1"])
            #expect(made.status == 201 && made.member("patientId") == ada.id.description)
            let launch = try made.decode(LaunchAnswer.self).launch
            let app = TestApp(scope: "openid fhirUser launch offline_access patient/*.rs user/Condition.r")
            let extra = [("aud", Self.r4), ("launch", launch)]

            // It is nobody else's: no other provider's, and not the patient's.
            for other in ["wilson", "ada"] {
                let browser = TestBrowser(world)
                let login = try await browser.get(app.start(extra))
                let next = try await browser.submit(login, [("username", other), ("password", World.password)])
                #expect(try await browser.get(try #require(next.header("Location"))).location("error") == "login_required", "\(other)")
            }

            let browser = TestBrowser(world)
            let login = try await browser.get(app.start(extra))
            let next = try await browser.submit(login, [("username", "house"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            #expect(consent.status == 200 && consent.text.contains("this patient’s health records: see"))
            let code = try #require(try await browser.submit(consent, [("decision", "allow")]).location("code"))
            let tokens = try await app.exchange(code, on: world).decode(TokenView.self)
            #expect(tokens.patient == ada.id && tokens.encounter == "visit-1" && tokens.smart_style_url != nil)
            #expect(tokens.scope == "openid offline_access launch patient/*.rs user/Condition.r")
            let claims = try AuthorizeTests.claims(tokens.access_token, AccessTokenClaims.self)
            #expect(claims.sub == house.id.description && claims.role == .provider && claims.patient == ada.id.description)

            // The token stays for that patient, whatever is left of its scopes.
            let refreshed = try await world.refresh(try #require(tokens.refresh_token), client: "app", scope: "user/Condition.r").decode(TokenView.self)
            #expect(refreshed.patient == ada.id)
            #expect(try AuthorizeTests.claims(refreshed.access_token, AccessTokenClaims.self).patient == ada.id.description)
            // It was good once.
            #expect(try await Self.goOn(browser, app, extra).location("error") == "invalid_request")
            #expect(try await world.count("SELECT count(*) FROM launches") == 0)
            // What was agreed to in a launch gives nothing without one.
            let alone = try await browser.get(TestApp(scope: "openid patient/*.rs").start([("aud", Self.r4)]))
            #expect(alone.location("error") == "access_denied")
        }
    }

    /// With the account of whom they are for: their id stays nowhere.
    @Test func whatAProviderHasOpenedEndsWithThePatientsAccount() async throws {
        try await Self.with(["openid", "launch", "offline_access", "patient/*.cruds"]) { world in
            let (ada, bob) = (try await world.signUp("ada"), try await world.signUp("bob"))
            try await world.signUp("house", type: "provider")
            let (browser, app) = (TestBrowser(world), TestApp(scope: "openid launch offline_access patient/*.rs"))
            let token = try await world.logIn("house").accessToken
            func code(for patient: UserID) async throws -> String {
                let launch = try await Self.launch(world, token, ["clientId": "app", "patientId": patient.description]).decode(LaunchAnswer.self).launch
                return try await app.code(browser, username: "house", extra: [("aud", Self.r4), ("launch", launch), ("prompt", "login")])
            }
            var tokens: [UserID: TokenView] = [:]
            for patient in [ada.id, bob.id] { tokens[patient] = try await app.exchange(code(for: patient), on: world).decode(TokenView.self) }
            let waiting = try await code(for: ada.id)
            _ = try await Self.launch(world, token, ["clientId": "app", "patientId": ada.id.description])

            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: world.logIn("ada").accessToken).status == 204)
            let (theirs, others) = (try #require(tokens[ada.id]), try #require(tokens[bob.id]))
            #expect(try await world.get("/userinfo", token: theirs.access_token).status == 401)
            #expect(try await world.refresh(try #require(theirs.refresh_token), client: "app").member("error") == "invalid_grant")
            #expect(try await app.exchange(waiting, on: world).member("error") == "invalid_grant")
            for table in ["sessions", "authorization_codes", "launches"] {
                #expect(try await world.count("SELECT count(*) FROM \(unescaped: table) WHERE patient_id = \(ada.id)") == 0, "\(table)")
            }
            // The provider goes on with whoever is there.
            #expect(try await world.get("/userinfo", token: others.access_token).status == 200)
            #expect(try await world.refresh(try #require(others.refresh_token), client: "app").decode(TokenView.self).patient == bob.id)
        }
    }

    @Test func aLaunchMayLeaveOpenForWhichApp() async throws {
        try await Self.with(["openid", "launch", "patient/*.cruds"]) { world in
            try await world.save {
                ($0.id, $0.kind, $0.secretHash) = ("other", .public, nil)
                $0.scopes = ["openid", "patient/*.cruds"]
            }
            let ada = try await world.signUp("ada")
            try await world.signUp("house", type: "provider")
            let token = try await world.logIn("house").accessToken
            let launch = try await Self.launch(world, token, ["patientId": ada.id.description]).decode(LaunchAnswer.self).launch
            let (browser, extra) = (TestBrowser(world), [("aud", Self.r4), ("launch", launch)])
            // An app without the scope is not opened so, whatever it sends.
            let login = try await browser.get(TestApp(clientID: "other", scope: "openid patient/*.rs").start(extra))
            let next = try await browser.submit(login, [("username", "house"), ("password", World.password)])
            #expect(try await browser.get(try #require(next.header("Location"))).location("error") == "access_denied")
            let code = try #require(try await Self.goOn(browser, TestApp(scope: "openid launch patient/*.rs"), extra).location("code"))
            #expect(try await TestApp().exchange(code, on: world).decode(TokenView.self).patient == ada.id)
            #expect(try await Self.goOn(browser, TestApp(scope: "openid launch patient/*.rs"), extra).location("error") == "invalid_request")
        }
    }

    /// Of two requests that come at once with one launch one is given a code.
    @Test func aProvidersLaunchIsGoodForOneCode() async throws {
        try await Self.with(["openid", "launch", "patient/*.cruds"]) { world in
            let ada = try await world.signUp("ada")
            try await world.signUp("house", type: "provider")
            let (browser, app) = (TestBrowser(world), TestApp(scope: "openid launch patient/*.rs"))
            let token = try await world.logIn("house").accessToken
            func handle() async throws -> String {
                try await Self.launch(world, token, ["clientId": "app", "patientId": ada.id.description]).decode(LaunchAnswer.self).launch
            }
            _ = try await app.code(browser, username: "house", extra: [("aud", Self.r4), ("launch", try await handle())])
            let extra = [("aud", Self.r4), ("launch", try await handle())]
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group -> [Answer] in
                for _ in 0..<6 { group.addTask { try await browser.get(app.start(extra)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.location("code") != nil }.count == 1)
        }
    }

    @Test func forWhomAProviderOpensAnApp() async throws {
        try await Self.with(["openid", "launch"]) { world in
            let (house, wilson) = (try await world.signUp("house", type: "provider"), try await world.signUp("wilson", type: "provider"))
            let token = try await world.logIn("house").accessToken
            for patient in [house.id.description, wilson.id.description, UUID().uuidString.lowercased()] {
                let answer = try await Self.launch(world, token, ["clientId": "app", "patientId": patient])
                #expect(try answer.problem.fieldNames == ["patientId"])
            }
            #expect(try await Self.launch(world, token).problem.fieldNames == ["patientId"])
            let ada = try await world.signUp("ada").id.description
            #expect(try await Self.launch(world, token, ["clientId": "nothing", "patientId": ada]).problem.fieldNames == ["clientId"])
            // An app of somebody else's opens none for a provider either.
            try await world.save {
                ($0.id, $0.kind, $0.secretHash) = ("reader", .public, nil)
                $0.scopes = ["openid", "records:read"]
            }
            let app = TestApp(clientID: "reader", scope: "openid records:read")
            let theirs = try await app.exchange(try await app.code(TestBrowser(world), username: "house"), on: world).decode(TokenView.self)
            #expect(try await Self.launch(world, theirs.access_token, ["patientId": ada]).status == 403)
            #expect(try await world.count("SELECT count(*) FROM launches") == 0)
            #expect(try await Self.launch(world, token, ["patientId": ada]).status == 201)
        }
    }

    @Test func anAppIsOpenedByAnotherOnce() async throws {
        try await Self.with(["openid", "launch", "patient/*.cruds"]) { world in
            let user = try await world.signUp("ada")
            try await world.signUp("bob")
            let token = try await world.logIn("ada").accessToken
            let made = try await Self.launch(world, token)
            #expect(made.status == 201 && made.header("Cache-Control") == "no-store")
            let launch = try made.decode(LaunchAnswer.self)
            #expect(launch.servers == [Self.r4, World.issuer + "/fhir/stu3"])
            #expect(try await world.count("SELECT count(*) FROM launches WHERE handle_hash = \(Secret.hash(launch.launch))") == 1)
            let app = TestApp(scope: "openid launch patient/*.rs")
            let extra = [("aud", Self.r4), ("launch", launch.launch)]

            // It is nobody else's.
            let other = TestBrowser(world)
            let login = try await other.get(app.start(extra))
            let next = try await other.submit(login, [("username", "bob"), ("password", World.password)])
            #expect(try await other.get(try #require(next.header("Location"))).location("error") == "login_required")

            let browser = TestBrowser(world)
            let tokens = try await app.exchange(try await app.code(browser, username: "ada", extra: extra), on: world).decode(TokenView.self)
            #expect(tokens.patient == user.id)
            let again = try await browser.get(app.start(extra))
            #expect(again.location("error") == "invalid_request")
            #expect(try await world.count("SELECT count(*) FROM launches") == 0)
        }
    }

    @Test func aLaunchIsForItsAppAndForMinutes() async throws {
        try await Self.with(["openid", "launch"]) { world in
            try await world.signUp("ada")
            try await world.save {
                ($0.id, $0.kind, $0.secretHash) = ("other", .public, nil)
                $0.scopes = ["openid", "launch"]
            }
            let token = try await world.logIn("ada").accessToken
            let launch = try await Self.launch(world, token).decode(LaunchAnswer.self).launch
            let extra = [("aud", Self.r4), ("launch", launch)]
            let other = TestApp(clientID: "other", scope: "openid launch")
            #expect(try await TestBrowser(world).get(other.start(extra)).location("error") == "invalid_request")
            #expect(try await TestBrowser(world).get(TestApp(scope: "openid launch").start(extra)).status == 200)
            world.clock.advance(Launch.lifetime + 1)
            #expect(try await TestBrowser(world).get(TestApp(scope: "openid launch").start(extra)).location("error") == "invalid_request")
            let purge = PurgeExpired(settings: world.dependencies.settings, now: { world.clock.now })
            _ = try await world.pool.transaction { tx in try await purge(tx) }
            #expect(try await world.count("SELECT count(*) FROM launches") == 0)
        }
    }

    @Test func whoMayOpenApps() async throws {
        try await Self.with(["openid", "launch", "records:read"]) { world in
            try await world.signUp("ada")
            let bob = try await world.signUp("bob")
            try await world.signUp("house", type: "provider")
            let token = try await world.logIn("ada").accessToken
            #expect(try await Self.launch(world, token, ["clientId": "app", "patientId": bob.id.description]).status == 403)
            #expect(try await Self.launch(world, token, ["clientId": "nothing"]).problem.fieldNames == ["clientId"])
            #expect(try await Self.launch(world, try await world.logIn("house").accessToken).problem.fieldNames == ["patientId"])
            #expect(try await Self.launch(world, try await world.admin().accessToken, ["clientId": "app", "patientId": bob.id.description]).status == 403)
            // An app of somebody else's opens none, whatever it may read.
            let app = TestApp(scope: "openid records:read")
            let tokens = try await app.exchange(try await app.code(TestBrowser(world), username: "ada"), on: world).decode(TokenView.self)
            #expect(try await Self.launch(world, tokens.access_token).status == 403)
            #expect(try await world.count("SELECT count(*) FROM launches") == 0)
        }
    }

    @Test func onlineAccessEndsWithTheBrowsersLogin() async throws {
        try await Self.with(["openid", "online_access"]) { world in
            try await world.signUp("ada")
            let app = TestApp(scope: "openid online_access")
            let tokens = try await app.exchange(try await app.code(TestBrowser(world), username: "ada"), on: world).decode(TokenView.self)
            let next = try await world.refresh(try #require(tokens.refresh_token), client: "app").decode(TokenView.self)
            world.clock.advance(world.dependencies.settings.browserSessionLifetime + 1)
            let over = try await world.refresh(try #require(next.refresh_token), client: "app")
            #expect(over.status == 400 && over.member("error") == "invalid_grant")
        }
    }

    @Test func aMachineWithKeysGetsItsSystemScopes() async throws {
        try await World.run { world in
            let pair = try ClientKeyPair(.es384)
            try await world.save {
                ($0.secretHash, $0.jwks, $0.grants) = (nil, ClientKeyPair.set(pair), [.clientCredentials])
                $0.scopes = ["system/Observation.rs", "records:any"]
            }
            func token(_ scope: String) async throws -> Answer {
                let proof = [("client_assertion_type", ClientAssertion.type), ("client_assertion", try pair.assertion())]
                return try await world.post("/oauth/token", form: proof + [("grant_type", "client_credentials"), ("scope", scope)])
            }
            let given = try await token("system/*.read")
            #expect(given.member("scope") == "system/Observation.rs")
            let view = try given.decode(TokenView.self)
            let claims = try AuthorizeTests.claims(view.access_token, AccessTokenClaims.self)
            #expect(claims.patient == nil)
            // One for records is short, whatever others are.
            #expect(view.expires_in == 300 && abs(claims.exp - claims.iat - 300) < 1)
            let other = try await token("records:any").decode(TokenView.self)
            #expect(other.expires_in == Int(world.dependencies.settings.accessTokenLifetime) && other.expires_in > 300)
            #expect(try await token("system/Patient.rs").member("error") == "invalid_scope")
            #expect(try await token("system/Observation.rs?date=ge2026").member("error") == "invalid_scope")
        }
    }
}
