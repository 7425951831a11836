import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// Devices without a keyboard (RFC 8628).
@Suite struct DeviceTests {
    private struct Codes: Decodable {
        var device_code: String
        var user_code: String
        var verification_uri: String
        var expires_in: Int
        var interval: Int
    }

    private struct Scene {
        let world: World

        func begin(client: String = "television", scope: String = "openid offline_access appointments:read") async throws -> Answer {
            try await world.post("/oauth/device_authorization", form: [("client_id", client), ("scope", scope)])
        }

        func codes() async throws -> Codes { try await begin().decode(Codes.self) }

        func poll(_ code: String, client: String = "television") async throws -> Answer {
            try await world.post(
                "/oauth/token", form: [("grant_type", Client.Grant.deviceCode.rawValue), ("device_code", code), ("client_id", client)],
                headers: ["User-Agent": "LivingRoomTV/2.0 (Linux)"])
        }

        /// On the page for devices, by way of the login page.
        func open(as username: String = "ada") async throws -> (browser: TestBrowser, page: Answer) {
            let browser = TestBrowser(world)
            let away = try await browser.get("/device")
            let login = try await browser.get(try #require(away.header("Location")))
            let next = try await browser.submit(login, [("username", username), ("password", World.password)])
            let back = try await browser.get(try #require(next.header("Location")))
            #expect(back.header("Location") == "/device")
            return (browser, try await browser.get("/device"))
        }

        func decide(_ decision: String, _ code: String) async throws -> Answer {
            let (browser, page) = try await open()
            return try await browser.submit(try await browser.submit(page, [("user_code", code)]), [("decision", decision)])
        }
    }

    private static func with(_ body: (Scene) async throws -> Void) async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp("television", name: "Living Room", grants: [.deviceCode, .refreshToken])
            try await world.saveApp("other", grants: [.deviceCode])
            try await world.saveApp("app")
            try await body(Scene(world: world))
        }
    }

    @Test func theWholeWay() async throws {
        try await Self.with { scene in
            let begun = try await scene.begin()
            #expect(begun.header("Cache-Control") == "no-store")
            let codes = try begun.decode(Codes.self)
            #expect(codes.verification_uri == World.issuer + "/device")
            #expect((codes.expires_in, codes.interval) == (600, 5))
            #expect(!begun.text.contains("verification_uri_complete"))
            #expect(try await scene.poll(codes.device_code).member("error") == "authorization_pending")

            let (browser, page) = try await scene.open()
            #expect(page.text.contains("Connect a device"))
            let consent = try await browser.submit(page, [("user_code", codes.user_code.lowercased())])
            for words in ["Allow Living Room?", codes.user_code, "appointments:read", "stands on a device before you", "lasts until you withdraw it"] {
                #expect(consent.text.contains(words))
            }
            let done = try await browser.submit(consent, [("decision", "allow")])
            #expect(done.status == 200 && done.text.contains("The device is connected"))

            let answer = try await scene.poll(codes.device_code)
            let tokens = try answer.decode(TokenView.self)
            #expect(tokens.scope == "openid offline_access appointments:read")
            #expect(tokens.id_token != nil)
            #expect(try await scene.world.get("/userinfo", token: tokens.access_token).status == 200)
            #expect(try await scene.world.refresh(try #require(tokens.refresh_token), client: "television").status == 200)
            // By itself its person knows it among their sessions.
            let known = try await scene.world.count("SELECT count(*) FROM sessions WHERE device = 'LivingRoomTV on Linux' AND address_prefix = '127.0.0.0/24'")
            #expect(known == 1)
            // Its codes are good once.
            #expect(try await scene.poll(codes.device_code).member("error") == "invalid_grant")
            #expect(try await scene.world.count("SELECT count(*) FROM device_authorizations") == 0)
            #expect(try await scene.world.audit(.consented) == 1)
        }
    }

    @Test func inFrench() async throws {
        try await Self.with { scene in
            let (browser, _) = try await scene.open()
            let page = try await browser.get("/device?lang=fr")
            #expect(page.header("Content-Language") == "fr" && page.text.contains("Connecter un appareil") && !page.text.contains("<script"))
            let consent = try await browser.submit(page, [("user_code", try await scene.codes().user_code)])
            #expect(consent.text.contains("N’autorisez que si"))
        }
    }

    @Test func whoDeclinesGivesNothing() async throws {
        try await Self.with { scene in
            let codes = try await scene.codes()
            #expect(try await scene.decide("deny", codes.user_code).text.contains("not connected"))
            #expect(try await scene.poll(codes.device_code).member("error") == "access_denied")
            #expect(try await scene.world.count("SELECT count(*) FROM sessions WHERE client_id = 'tv'") == 0)
            // There is nothing to decide any more.
            let (browser, page) = try await scene.open()
            #expect(try await browser.submit(page, [("user_code", codes.user_code)]).status == 422)
        }
    }

    @Test func whoAsksTooOftenIsToSlowDown() async throws {
        try await Self.with { scene in
            let codes = try await scene.codes()
            #expect(try await scene.poll(codes.device_code).member("error") == "authorization_pending")
            #expect(try await scene.poll(codes.device_code).member("error") == "slow_down")
            scene.world.clock.advance(5)
            #expect(try await scene.poll(codes.device_code).member("error") == "slow_down")
            scene.world.clock.advance(15)
            #expect(try await scene.poll(codes.device_code).member("error") == "authorization_pending")
            #expect(try await scene.poll(codes.device_code, client: "other").member("error") == "invalid_grant")
            scene.world.clock.advance(600)
            #expect(try await scene.poll(codes.device_code).member("error") == "expired_token")
            let purge = PurgeExpired(settings: scene.world.dependencies.settings, now: scene.world.dependencies.now)
            scene.world.clock.advance(600)
            _ = try await scene.world.pool.transaction { tx in try await purge(tx) }
            #expect(try await scene.poll(codes.device_code).member("error") == "invalid_grant")
        }
    }

    @Test func whoMayNotHearsSo() async throws {
        try await Self.with { scene in
            #expect(try await scene.begin(client: "app").member("error") == "unauthorized_client")
            #expect(try await scene.begin(client: "nobody").member("error") == "invalid_client")
            #expect(try await scene.begin(scope: "unheard").member("error") == "invalid_scope")
            #expect(try await scene.poll("made-up").member("error") == "invalid_grant")
            #expect(try await scene.poll("made-up", client: "app").member("error") == "unauthorized_client")
            let noCode = try await scene.world.post("/oauth/token", form: [("grant_type", Client.Grant.deviceCode.rawValue), ("client_id", "television")])
            #expect(noCode.member("error") == "invalid_request")
        }
    }

    private static let clinical: Set = ["openid", "offline_access", "online_access", "fhirUser", "launch/patient", "patient/Observation.rs", "user/Observation.rs"]

    private static func saveStation(_ world: World) async throws {
        try await world.save(
            Client(
                id: "station", name: "Station", kind: .public, secretHash: nil, redirectURIs: [], scopes: clinical, grants: [.deviceCode, .refreshToken],
                isFirstParty: false))
    }

    /// FHIR's scopes as an app in a browser has them, and nothing that a browser stands behind.
    @Test func itIsGivenRecordsByTheirTypes() async throws {
        try await Self.with { scene in
            try await Self.saveStation(scene.world)
            let scope = "openid offline_access online_access fhirUser launch/patient patient/Observation.rs patient/Condition.rs"
            func begin(_ audience: String?, _ asked: String) async throws -> Answer {
                var form = [("client_id", "station"), ("scope", asked)]
                if let audience { form.append(("aud", audience)) }
                return try await scene.world.post("/oauth/device_authorization", form: form)
            }
            // Who was lured to another server gets nothing for it.
            for audience in [nil, "https://evil.example/fhir/r4"] { #expect(try await begin(audience, scope).member("error") == "invalid_request") }
            // What would keep it connected is a browser's login, and it has none.
            #expect(try await begin(nil, "online_access").member("error") == "invalid_scope")
            let codes = try await begin(World.issuer + "/fhir/r4", scope).decode(Codes.self)
            let (browser, page) = try await scene.open()
            let consent = try await browser.submit(page, [("user_code", codes.user_code)])
            #expect(consent.text.contains("patient/Observation.rs") && !consent.text.contains("online_access") && !consent.text.contains("patient/Condition"))
            #expect(try await browser.submit(consent, [("decision", "allow")]).status == 200)
            let tokens = try await scene.poll(codes.device_code, client: "station").decode(TokenView.self)
            #expect(tokens.scope == "openid offline_access launch/patient patient/Observation.rs")
            let patient = try #require(tokens.patient)
            #expect(try await scene.world.count("SELECT count(*) FROM users WHERE id = \(patient) AND username = 'ada'") == 1)
            let again = try await scene.world.refresh(try #require(tokens.refresh_token), client: "station").decode(TokenView.self)
            #expect(again.patient == patient && again.scope == tokens.scope)
        }
    }

    /// A provider has nobody's records to give it, but what patients have given them.
    @Test func aProviderGivesADeviceNoPatientsRecords() async throws {
        try await Self.with { scene in
            try await Self.saveStation(scene.world)
            try await scene.world.signUp("okafor", type: "provider")
            func ask(_ scope: String) async throws -> Answer {
                let form = [("client_id", "station"), ("scope", scope), ("aud", World.issuer + "/fhir/r4")]
                let codes = try await scene.world.post("/oauth/device_authorization", form: form).decode(Codes.self)
                let (browser, page) = try await scene.open(as: "okafor")
                return try await browser.submit(page, [("user_code", codes.user_code)])
            }
            #expect(try await ask("openid patient/Observation.rs").status == 422)
            let given = try await ask("openid user/Observation.rs")
            #expect(given.status == 200 && given.text.contains("user/Observation.rs"), "\(given.text)")
        }
    }

    /// Wrong codes are counted for the person, whatever browser they come from, and for the browser.
    @Test func nobodyFindsAnothersDeviceByTrying() async throws {
        try await Self.with { scene in
            let codes = try await scene.codes()
            let (browser, page) = try await scene.open()
            for _ in 0...LockOut.Policy.userCode.free {
                #expect(try await browser.submit(page, [("user_code", "BBBB-BBBB")]).status == 422)
            }
            let blocked = try await browser.submit(page, [("user_code", codes.user_code)])
            #expect(blocked.status == 429 && blocked.header("Retry-After") == "5")
            let (second, again) = try await scene.open()
            #expect(try await second.submit(again, [("user_code", codes.user_code)]).status == 429)
            scene.world.clock.advance(5)
            #expect(try await second.submit(again, [("user_code", codes.user_code)]).status == 200)
        }
    }

    @Test func manyTriesAtOnceAreCountedOneAfterTheOther() async throws {
        try await Self.with { scene in
            let (browser, page) = try await scene.open()
            let answers = try await TokenTests.all(30) { try await browser.submit(page, [("user_code", "not a code")]) }
            #expect(answers.filter { $0.status == 422 }.count == LockOut.Policy.userCode.free + 1)
            #expect(answers.filter { $0.status == 429 }.count == 29 - LockOut.Policy.userCode.free)
        }
    }

    /// Whoever decides was shown this device: another site's form decides nothing, nor one of another code.
    @Test func aDecisionIsAboutWhatWasShown() async throws {
        try await Self.with { scene in
            let (mine, anothers) = (try await scene.codes(), try await scene.codes())
            let (browser, page) = try await scene.open()
            let consent = try await browser.submit(page, [("user_code", mine.user_code)])
            let fields = TestBrowser.hidden(consent).filter { $0.0 != "user_code" }
            let swapped = try await browser.post("/device/decision", fields + [("user_code", anothers.user_code), ("decision", "allow")])
            #expect(swapped.status == 403)
            let forged = [("user_code", mine.user_code), ("decision", "allow"), ("form_token", "made-up")]
            #expect(try await browser.post("/device/decision", forged).status == 403)
            #expect(try await browser.post("/device", [("user_code", mine.user_code), ("form_token", "made-up")]).status == 403)
            // Nor does anybody who is not logged in.
            #expect(try await scene.world.post("/device/decision", form: forged).status == 303)
            #expect(try await scene.world.count("SELECT count(*) FROM device_authorizations WHERE decision IS NOT NULL") == 0)
        }
    }

    /// Whoever presses a button twice sees what the first has done, and nothing is done twice.
    @Test(arguments: ["allow", "deny"]) func aDecisionSentTwiceIsAnsweredTwice(_ decision: String) async throws {
        try await Self.with { scene in
            let codes = try await scene.codes()
            let (browser, page) = try await scene.open()
            let consent = try await browser.submit(page, [("user_code", codes.user_code)])
            for _ in 0..<2 {
                let answer = try await browser.submit(consent, [("decision", decision)])
                #expect(answer.status == 200 && answer.text.contains(decision == "allow" ? "The device is connected" : "The device is not connected"))
            }
            #expect(try await scene.world.audit(.consented) + scene.world.audit(.declined) == 1)
            // The other button says nothing that is not so.
            let other = try await browser.submit(consent, [("decision", decision == "allow" ? "deny" : "allow")])
            #expect(other.status == 422)
            // Nor is there anything left to see once the device has its tokens.
            guard decision == "allow" else { return }
            #expect(try await scene.poll(codes.device_code).status == 200)
            #expect(try await browser.submit(consent, [("decision", decision)]).status == 422)
        }
    }

    @Test func whoIsSuspendedOrWithdrawsMeanwhileLetsNothingIn() async throws {
        try await Self.with { scene in
            let codes = try await scene.codes()
            #expect(try await scene.decide("allow", codes.user_code).status == 200)
            let ada: UserID = try await scene.world.logIn("ada").user.id
            let end = EndAccess(now: scene.world.clock.now)
            try await scene.world.pool.transaction { tx in try await end(of: ada, reason: .admin, tx) }
            #expect(try await scene.poll(codes.device_code).member("error") == "invalid_grant")
        }
    }

    @Test(arguments: [true, false]) func whoIsErasedSoonOrADisabledClientGetsNothing(_ isErased: Bool) async throws {
        try await Self.with { scene in
            let codes = try await scene.codes()
            #expect(try await scene.decide("allow", codes.user_code).status == 200)
            try await scene.world.pool.transaction { tx in
                if isErased {
                    try await tx.execute("UPDATE users SET erase_at = \(scene.world.clock.now + 86_400) WHERE username = 'ada'")
                } else {
                    try await tx.execute("UPDATE oauth_clients SET disabled_at = \(scene.world.clock.now) WHERE id = 'television'")
                }
            }
            #expect(try await scene.poll(codes.device_code).status != 200)
            #expect(try await scene.world.count("SELECT count(*) FROM sessions WHERE client_id = 'television'") == 0)
        }
    }

    @Test func whoIsSignedOutMeanwhileAllowsNothing() async throws {
        try await Self.with { scene in
            let codes = try await scene.codes()
            let (browser, page) = try await scene.open()
            let consent = try await browser.submit(page, [("user_code", codes.user_code)])
            let ada = try await scene.world.logIn("ada").user.id
            let late = try await scene.world.signingOut(ada) { try await browser.submit(consent, [("decision", "allow")]) }
            #expect(late.status == 303)
            #expect(try await scene.poll(codes.device_code).member("error") == "authorization_pending")
        }
    }

    /// The end of every session, in an emergency.
    @Test func whatWasAllowedBeforeAnEmergencyEndsWithIt() async throws {
        try await Self.with { scene in
            let codes = try await scene.codes()
            #expect(try await scene.decide("allow", codes.user_code).status == 200)
            scene.world.clock.advance(1)
            _ = try await RotateSigningKeyCommand.endSessions(scene.world.pool, now: scene.world.clock.now)
            #expect(try await scene.poll(codes.device_code).member("error") == "invalid_grant")
        }
    }

    @Test func ofManyPollsAtOnceOneGetsTheTokens() async throws {
        try await Self.with { scene in
            let codes = try await scene.codes()
            #expect(try await scene.decide("allow", codes.user_code).status == 200)
            let answers = try await TokenTests.all(10) { try await scene.poll(codes.device_code) }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            #expect(answers.filter { $0.member("error") == "invalid_grant" }.count == 9)
        }
    }
}
