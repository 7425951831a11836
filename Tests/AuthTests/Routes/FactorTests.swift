import CareModels
import Foundation
import HTTP
import Sealing
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct FactorTests {
    private static func factors(_ world: World, _ login: LoginView) async throws -> FactorsView {
        try await world.get("/users/\(login.user.id)/factors", token: login.accessToken).decode(FactorsView.self)
    }

    @Test func itCountsOnceACodeHasComeBack() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let ada = try await world.logIn("ada")
            let answer = try await world.post("/users/\(ada.user.id)/factors/totp", json: [:], token: ada.accessToken)
            #expect(answer.status == 201 && answer.header("Cache-Control") == "no-store")
            let secret = try #require(answer.member("secret"))
            #expect(answer.member("otpauthUri") == "otpauth://totp/Careline%3Aada?secret=\(secret)&issuer=Careline")
            #expect(try await Self.factors(world, ada).factors.isEmpty)
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)

            // What was begun before is worth nothing.
            let before = try await world.beginTOTP(ada)
            let app = try await world.beginTOTP(ada)
            let stale = try await world.confirmTOTP(before.code(world), ada)
            #expect(try stale.status == 400 && stale.problem.fieldNames == ["code"])
            let confirmed = try await world.confirmTOTP(app.code(world), ada)
            #expect(confirmed.status == 200 && confirmed.header("Cache-Control") == "no-store")
            let codes = try confirmed.decode(RecoveryCodesView.self).recoveryCodes
            #expect(codes.count == 10 && Set(codes).count == 10)
            let listed = try await Self.factors(world, ada)
            #expect(listed.factors.map(\.kind) == [.totp] && listed.recoveryCodesLeft == 10)
            #expect(try await world.mails("Signing in takes a code from now on").count == 1)
            #expect(try await world.audit(.factorAdded) == 1)
            #expect(try await world.confirmTOTP(app.code(world, stepsAhead: 1), ada).status == 404)
            let second = try await world.post("/users/\(ada.user.id)/factors/totp", json: [:], token: ada.accessToken)
            #expect(second.status == 409 && second.member("type")?.hasSuffix("/factor-exists") == true)
        }
    }

    /// Given all of an account it could else let itself in for good.
    @Test func anAppOfSomebodyElsesLetsNobodyIn() async throws {
        try await World.run { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada")
            let app = TestApp(scope: "openid account:read account:write")
            let token = try await app.exchange(app.code(TestBrowser(world), username: "ada"), on: world).decode(TokenView.self).access_token
            let account = "/users/\(ada.id)"
            for path in [
                "/factors/totp", "/factors/totp/confirmation", "/factors/recovery-codes", "/factors/passkeys", "/factors/passkeys/registration"
            ] {
                let refused = try await world.post(account + path, json: [:], token: token)
                #expect(refused.status == 403 && refused.member("type")?.hasSuffix("/forbidden") == true, "\(path): \(refused.text)")
            }
            #expect(try await world.post(account + "/guardianships", json: ["email": "eve@example.org"], token: token).status == 403)
            let own = try await world.logIn("ada")
            _ = try await world.setUpTOTP(own)
            let factor = try #require(try await Self.factors(world, own).factors.first)
            let removed = try await world.send(.DELETE, account + "/factors/\(factor.id)", token: token, headers: ["If-Match": "*"])
            #expect(removed.status == 403)
            #expect(try await world.get(account + "/factors", token: token).status == 200)
        }
    }

    @Test func whatWasBegunIsOverAfterTenMinutes() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            let app = try await world.beginTOTP(ada)
            world.clock.advance(FactorSetUp.lifetime)
            #expect(try await world.confirmTOTP(app.code(world), ada).status == 404)
            let purge = PurgeExpired(settings: world.dependencies.settings, now: { world.clock.now + 1 })
            _ = try await world.pool.transaction { tx in try await purge(tx) }
            #expect(try await world.count("SELECT count(*) FROM factors") == 0)
        }
    }

    @Test func neitherSecretNorCodeIsInTheDatabase() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let secret: [UInt8] = app.secret
            #expect(try await world.count("SELECT count(*) FROM factors WHERE position(\(secret) in sealed_secret) > 0") == 0)
            for code in app.recoveryCodes {
                let hash = try #require(RecoveryCode.hash(code))
                #expect(try await world.count("SELECT count(*) FROM recovery_codes WHERE code_hash = \(hash)") == 1)
                let text = Array(code.replacing("-", with: "").utf8)
                #expect(try await world.count("SELECT count(*) FROM recovery_codes WHERE position(\(text) in code_hash) > 0") == 0)
            }
        }
    }

    @Test func theLoginWantsACode() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let without = try await world.tryLogIn("ada", code: nil)
            #expect(without.status == 401 && without.member("type")?.hasSuffix("/second-factor-required") == true)
            #expect(try without.header("WWW-Authenticate") != nil && without.problem.fieldNames.isEmpty)
            let code = app.code(world)
            // Who does not know the password learns nothing of the factor.
            let guess = try await world.tryLogIn("ada", code: code, password: "something else entirely")
            #expect(guess.status == 401 && guess.member("type")?.hasSuffix("/wrong-credentials") == true)
            #expect(try await world.tryLogIn("ada", code: code).status == 200)
            // Not twice, nor one from before it.
            for used in [code, app.code(world, stepsAhead: -1)] {
                let again = try await world.tryLogIn("ada", code: used)
                #expect(try again.status == 401 && again.problem.fieldNames == ["code"])
            }
            #expect(try await world.tryLogIn("ada", code: app.code(world, stepsAhead: 1)).status == 200)
            #expect(try await world.tryLogIn("ada", code: app.code(world, stepsAhead: 2)).status == 401)
        }
    }

    @Test func aRecoveryCodeOpensOnce() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let answer = try await world.tryLogIn("ada", code: app.recoveryCodes[3].uppercased())
            #expect(answer.status == 200)
            #expect(try await world.tryLogIn("ada", code: app.recoveryCodes[3]).status == 401)
            #expect(try await world.audit(.recoveryCodeUsed) == 1)
            let login = try answer.decode(LoginView.self)
            #expect(try await Self.factors(world, login).recoveryCodesLeft == 9)
            // New ones take the place of all.
            let renewed = try await world.post("/users/\(app.user)/factors/recovery-codes", json: [:], token: login.accessToken)
            let codes = try renewed.decode(RecoveryCodesView.self).recoveryCodes
            #expect(codes.count == 10 && Set(codes).isDisjoint(with: app.recoveryCodes))
            #expect(try await world.tryLogIn("ada", code: app.recoveryCodes[4]).status == 401)
            #expect(try await world.tryLogIn("ada", code: codes[0]).status == 200)
        }
    }

    /// Also in different replicas: the database decides.
    @Test func aCodeShownAtOnceLetsInOnce() async throws {
        try await World.run({ $0.accountLockOut.free = 100 }) { world in
            try await world.signUp("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            for code in [app.code(world), app.recoveryCodes[0]] {
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<8 { group.addTask { try await world.tryLogIn("ada", code: code).status } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == 200 }.count == 1)
                #expect(statuses.filter { $0 == 401 }.count == 7)
            }
        }
    }

    /// Without the lock of the person's row, which the logins take.
    @Test func aStepIsTakenOnce() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            _ = try await world.setUpTOTP(ada)
            let factor = try #require(try await Self.factors(world, ada).factors.first).id
            let step = OneTimeCode.step(at: world.clock.now)
            let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 { group.addTask { try await world.pool.transaction { tx in try await tx.takeStep(step, of: factor) } } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(taken.filter { $0 }.count == 1)
        }
    }

    @Test func wrongCodesCountAsWrongPasswordsDo() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            for _ in 0...LockOut.Policy.account.free {
                // The right password alone undoes nothing of it.
                #expect(try await world.tryLogIn("ada", code: nil).status == 401)
                #expect(try await world.tryLogIn("ada", code: app.code(world, stepsAhead: 5)).status == 401)
            }
            let blocked = try await world.tryLogIn("ada", code: app.code(world))
            #expect(blocked.status == 429 && blocked.header("Retry-After") != nil)
            #expect(try await world.audit(.loginFailed) == LockOut.Policy.account.free + 1)
            world.clock.advance(2)
            #expect(try await world.tryLogIn("ada", code: app.code(world)).status == 200)
            #expect(try await world.count("SELECT count(*) FROM login_failures WHERE key_hash = \(world.dependencies.identifiers.account("ada"))") == 0)
        }
    }

    @Test func wrongCodesOfTheSetUpCountToo() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            let app = try await world.beginTOTP(ada)
            for _ in 0...LockOut.Policy.account.free { #expect(try await world.confirmTOTP(app.code(world, stepsAhead: 5), ada).status == 400) }
            #expect(try await world.confirmTOTP(app.code(world), ada).status == 429)
        }
    }

    @Test func whoIsSignedOutMeanwhileSetsNothingUp() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada")
            let first = try await world.logIn("ada")
            let code = try await world.beginTOTP(first).code(world)
            #expect(try await world.signingOut(first.user.id) { try await world.confirmTOTP(code, first) }.status == 401)
            let second = try await world.logIn("ada")
            var device = TestPasskey()
            let credential = try device.registration(try await world.beginPasskey(second).text)
            #expect(try await world.signingOut(second.user.id) { try await world.registerPasskey(credential, second) }.status == 401)
            #expect(try await world.audit(.factorAdded) == 0)
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)
        }
    }

    @Test func itIsRemoved() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let ada = try await world.logIn("ada")
            let app = try await world.setUpTOTP(ada)
            let factor = try #require(try await Self.factors(world, ada).factors.first).id
            let path = "/users/\(app.user)/factors/\(factor)"
            // The session that it was set up in has shown both.
            #expect(try await world.send(.DELETE, path, token: ada.accessToken, headers: ["If-Match": "\"2\""]).status == 412)
            #expect(try await world.send(.DELETE, path, token: ada.accessToken, headers: ["If-Match": "\"1\""]).status == 204)
            #expect(try await world.send(.DELETE, path, token: ada.accessToken).status == 404)
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)
            #expect(try await world.count("SELECT count(*) FROM recovery_codes") == 0)
            #expect(try await world.mails("A second factor was removed").count == 1)
            let codes = try await world.post("/users/\(app.user)/factors/recovery-codes", json: [:], token: ada.accessToken)
            #expect(codes.status == 404)
        }
    }

    private static let challenge = #"Bearer realm="careline", error="insufficient_user_authentication", max_age="300""#

    @Test func aFreshSignInIsDemanded() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            world.clock.advance(301)
            let begun = try await world.post("/users/\(ada.user.id)/factors/totp", json: [:], token: ada.accessToken)
            #expect(begun.status == 401 && begun.header("WWW-Authenticate") == Self.challenge)
            #expect(begun.member("type")?.hasSuffix("/insufficient-user-authentication") == true)
            // Another token of the same sign-in is no fresher.
            let refreshed = try #require(try await world.refresh(ada.refreshToken).member("access_token"))
            #expect(try await world.post("/users/\(ada.user.id)/factors/totp", json: [:], token: refreshed).status == 401)

            let old = try await world.logIn("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let factor = try #require(try await Self.factors(world, old).factors.first).id
            // By the password alone, a moment before there was a factor.
            let removed = try await world.send(.DELETE, "/users/\(app.user)/factors/\(factor)", token: old.accessToken)
            #expect(removed.status == 401 && removed.header("WWW-Authenticate") == Self.challenge + #", acr_values="2""#)
            let codes = try await world.post("/users/\(app.user)/factors/recovery-codes", json: [:], token: old.accessToken)
            #expect(codes.status == 401)
            let erased = try await world.send(.DELETE, "/users/\(app.user)", token: old.accessToken)
            #expect(erased.status == 401 && erased.header("WWW-Authenticate") == Self.challenge + #", acr_values="2""#)
            let fresh = try await world.tryLogIn("ada", code: app.code(world)).decode(LoginView.self)
            #expect(try await world.send(.DELETE, "/users/\(app.user)", token: fresh.accessToken).status == 204)
            #expect(try await world.count("SELECT (SELECT count(*) FROM factors) + (SELECT count(*) FROM recovery_codes)") == 0)
        }
    }

    /// A session of before there was a factor shows a password alone: with it typed again, and that is all that somebody who has got hold of it knows.
    @Test func theAddressAndThePasswordAreForWhoHasShownTheFactor() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let old = try await world.logIn("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let other = "purple kettle hums"
            let wishes = [
                ("/account/email", ["email": "eve@example.net", "password": World.password]), ("/account/password", ["current": World.password, "new": other])
            ]
            for (path, body) in wishes {
                let refused = try await world.post(path, json: body, token: old.accessToken)
                #expect(refused.status == 401 && refused.header("WWW-Authenticate") == Self.challenge + #", acr_values="2""#, "\(path)")
                #expect(refused.member("type")?.hasSuffix("/insufficient-user-authentication") == true, "\(path)")
            }
            #expect(try await world.mails("Confirm your e-mail address").allSatisfy { $0.address.text == "ada@example.org" })
            for kind in [AuditEntry.Kind.emailChangeAsked, .passwordChanged] { #expect(try await world.audit(kind) == 0, "\(kind)") }
            // Nor is what was typed counted.
            #expect(try await world.audit(.loginFailed) == 0)
            let both = try await world.tryLogIn("ada", code: app.code(world)).decode(LoginView.self)
            for ((path, body), status) in zip(wishes, [202, 204]) {
                #expect(try await world.post(path, json: body, token: both.accessToken).status == status, "\(path)")
            }
            #expect(try await world.audit(.emailChangeAsked) == 1)
            #expect(try await world.audit(.passwordChanged) == 1)
        }
    }

    @Test func whoHasNoFactorErasesTheirAccountWithAFreshSignInToo() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let login = try await world.logIn("ada")
            world.clock.advance(301)
            let refused = try await world.send(.DELETE, "/users/\(ada.id)", token: login.accessToken)
            #expect(refused.status == 401 && refused.header("WWW-Authenticate") == Self.challenge)
            #expect(refused.member("type")?.hasSuffix("/insufficient-user-authentication") == true)
            let refreshed = try #require(try await world.refresh(login.refreshToken).member("access_token"))
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: refreshed).status == 401)
            #expect(try await world.get("/users/\(ada.id)", token: refreshed).status == 200)
            // What takes nothing from the account goes on with it.
            #expect(try await world.get("/account/export", token: refreshed).status == 200)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: world.logIn("ada").accessToken).status == 204)
        }
    }

    /// Nor does an old sign-in erase somebody else.
    @Test func anAdminErasesOthersWithAFreshSignIn() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let chief = try await world.admin().accessToken
            world.clock.advance(301)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: chief).status == 401)
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type])
        }
    }

    @Test func theyAreNobodyElses() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.signUp("eve")
            let ada = try await world.logIn("ada")
            _ = try await world.setUpTOTP(ada)
            let factor = try #require(try await Self.factors(world, ada).factors.first).id
            let base = "/users/\(ada.user.id)/factors"
            let reading = try #require(try await world.refresh(ada.refreshToken, scope: "openid account:read").member("access_token"))
            let eve = try await world.logIn("eve").accessToken
            let admin = try await world.admin().accessToken
            for (token, status) in [(nil, 401), (reading, 403), (eve, 404), (admin, 404)] as [(String?, Int)] {
                #expect(try await world.post("\(base)/totp", json: [:], token: token).status == status)
                #expect(try await world.post("\(base)/totp/confirmation", json: ["code": "123456"], token: token).status == status)
                #expect(try await world.post("\(base)/recovery-codes", json: [:], token: token).status == status)
                #expect(try await world.send(.DELETE, "\(base)/\(factor)", token: token).status == status)
                #expect(try await world.get(base, token: token).status == (token == reading && token != nil ? 200 : status))
            }
            #expect(try await world.send(.DELETE, "\(base)/\(UUID())", token: ada.accessToken).status == 404)
            #expect(try await Self.factors(world, ada).factors.count == 1)
        }
    }

    @Test func secretsAreSealedAnew() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let next = MasterKeys(current: Array(repeating: 7, count: 32), earlier: [World.masterKey])
            let reseal = ResealFactors(masters: next)
            #expect(try await world.pool.transaction { tx in try await reseal(after: nil, tx) } == nil)
            let factors = try await world.pool.withConnection { try await $0.factors(of: app.user) }
            #expect(factors.map(\.masterKeyID) == [next.current.id])
            #expect(try factors.map { Array(try $0.opened(MasterKeys(current: Array(repeating: 7, count: 32)))) } == [app.secret])
            #expect(throws: CannotOpen.self) { try factors[0].opened(world.dependencies.masters) }
        }
    }
}
