import CareModels
import Foundation
import HTTP
import Sealing
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct FactorTests {
    private static func factors(_ server: AuthServer, _ login: LoginView) async throws -> FactorsView {
        try await server.get("/users/\(login.user.id)/factors", token: login.accessToken).decode(FactorsView.self)
    }

    @Test func itCountsOnceACodeHasComeBack() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada", extra: ["email": "ada@example.org"])
            let ada = try await server.logIn("ada")
            let answer = try await server.post("/users/\(ada.user.id)/factors/totp", json: [:], token: ada.accessToken)
            #expect(answer.status == .created && answer.header("Cache-Control") == "no-store")
            let secret = try #require(answer.member("secret"))
            #expect(answer.member("otpauthUri") == "otpauth://totp/Careline%3Aada?secret=\(secret)&issuer=Careline")
            #expect(try await Self.factors(server, ada).factors.isEmpty)
            #expect(try await server.tryLogIn("ada", code: nil).status == .ok)

            // What was begun before is worth nothing.
            let before = try await server.beginTOTP(ada)
            let app = try await server.beginTOTP(ada)
            let stale = try await server.confirmTOTP(before.code(server), ada)
            #expect(stale.status == .badRequest && stale.fields == ["code"])
            let confirmed = try await server.confirmTOTP(app.code(server), ada)
            #expect(confirmed.status == .ok && confirmed.header("Cache-Control") == "no-store")
            let codes = try confirmed.decode(RecoveryCodesView.self).recoveryCodes
            #expect(codes.count == 10 && Set(codes).count == 10)
            let listed = try await Self.factors(server, ada)
            #expect(listed.factors.map(\.kind) == [.totp] && listed.recoveryCodesLeft == 10)
            #expect(try await server.mails("Signing in takes a code from now on").count == 1)
            #expect(try await server.audit(.factorAdded) == 1)
            #expect(try await server.confirmTOTP(app.code(server, stepsAhead: 1), ada).status == .notFound)
            let second = try await server.post("/users/\(ada.user.id)/factors/totp", json: [:], token: ada.accessToken)
            #expect(second.status == .conflict && second.member("type")?.hasSuffix("/factor-exists") == true)
        }
    }

    @Test func whatWasBegunIsOverAfterTenMinutes() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let ada = try await server.logIn("ada")
            let app = try await server.beginTOTP(ada)
            server.clock.advance(FactorSetUp.lifetime)
            #expect(try await server.confirmTOTP(app.code(server), ada).status == .notFound)
            let purge = PurgeExpired(settings: server.dependencies.settings, now: { server.clock.now + 1 })
            _ = try await server.pool.transaction { tx in try await purge(tx) }
            #expect(try await server.count("SELECT count(*) FROM factors") == 0)
        }
    }

    @Test func neitherSecretNorCodeIsInTheDatabase() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let app = try await server.setUpTOTP(try await server.logIn("ada"))
            let secret: [UInt8] = app.secret
            #expect(try await server.count("SELECT count(*) FROM factors WHERE position(\(secret) in sealed_secret) > 0") == 0)
            for code in app.recoveryCodes {
                let hash = try #require(RecoveryCode.hash(code))
                #expect(try await server.count("SELECT count(*) FROM recovery_codes WHERE code_hash = \(hash)") == 1)
                let text = Array(code.replacing("-", with: "").utf8)
                #expect(try await server.count("SELECT count(*) FROM recovery_codes WHERE position(\(text) in code_hash) > 0") == 0)
            }
        }
    }

    @Test func theLoginWantsACode() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let app = try await server.setUpTOTP(try await server.logIn("ada"))
            let without = try await server.tryLogIn("ada", code: nil)
            #expect(without.status == .unauthorized && without.member("type")?.hasSuffix("/second-factor-required") == true)
            #expect(without.header("WWW-Authenticate") != nil && without.fields.isEmpty)
            let code = app.code(server)
            // Who does not know the password learns nothing of the factor.
            let guess = try await server.tryLogIn("ada", code: code, password: "something else entirely")
            #expect(guess.status == .unauthorized && guess.member("type")?.hasSuffix("/wrong-credentials") == true)
            #expect(try await server.tryLogIn("ada", code: code).status == .ok)
            // Not twice, nor one from before it.
            for used in [code, app.code(server, stepsAhead: -1)] {
                let again = try await server.tryLogIn("ada", code: used)
                #expect(again.status == .unauthorized && again.fields == ["code"])
            }
            #expect(try await server.tryLogIn("ada", code: app.code(server, stepsAhead: 1)).status == .ok)
            #expect(try await server.tryLogIn("ada", code: app.code(server, stepsAhead: 2)).status == .unauthorized)
        }
    }

    @Test func aRecoveryCodeOpensOnce() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let app = try await server.setUpTOTP(try await server.logIn("ada"))
            let answer = try await server.tryLogIn("ada", code: app.recoveryCodes[3].uppercased())
            #expect(answer.status == .ok)
            #expect(try await server.tryLogIn("ada", code: app.recoveryCodes[3]).status == .unauthorized)
            #expect(try await server.audit(.recoveryCodeUsed) == 1)
            let login = try answer.decode(LoginView.self)
            #expect(try await Self.factors(server, login).recoveryCodesLeft == 9)
            // New ones take the place of all.
            let renewed = try await server.post("/users/\(app.user)/factors/recovery-codes", json: [:], token: login.accessToken)
            let codes = try renewed.decode(RecoveryCodesView.self).recoveryCodes
            #expect(codes.count == 10 && Set(codes).isDisjoint(with: app.recoveryCodes))
            #expect(try await server.tryLogIn("ada", code: app.recoveryCodes[4]).status == .unauthorized)
            #expect(try await server.tryLogIn("ada", code: codes[0]).status == .ok)
        }
    }

    /// Also in different replicas: the database decides.
    @Test func aCodeShownAtOnceLetsInOnce() async throws {
        try await AuthServer.with({ $0.accountLockOut.free = 100 }) { server in
            try await server.signUp("ada")
            let app = try await server.setUpTOTP(try await server.logIn("ada"))
            for code in [app.code(server), app.recoveryCodes[0]] {
                let statuses = try await withThrowingTaskGroup(of: HTTPResponseStatus.self) { group in
                    for _ in 0..<8 { group.addTask { try await server.tryLogIn("ada", code: code).status } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == .ok }.count == 1)
                #expect(statuses.filter { $0 == .unauthorized }.count == 7)
            }
        }
    }

    /// Without the lock of the person's row, which the logins take.
    @Test func aStepIsTakenOnce() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let ada = try await server.logIn("ada")
            _ = try await server.setUpTOTP(ada)
            let factor = try #require(try await Self.factors(server, ada).factors.first).id
            let step = OneTimeCode.step(at: server.clock.now)
            let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 { group.addTask { try await server.pool.transaction { tx in try await tx.takeStep(step, of: factor) } } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(taken.filter { $0 }.count == 1)
        }
    }

    @Test func wrongCodesCountAsWrongPasswordsDo() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let app = try await server.setUpTOTP(try await server.logIn("ada"))
            for _ in 0...LockOut.Policy.account.free {
                // The right password alone undoes nothing of it.
                #expect(try await server.tryLogIn("ada", code: nil).status == .unauthorized)
                #expect(try await server.tryLogIn("ada", code: app.code(server, stepsAhead: 5)).status == .unauthorized)
            }
            let blocked = try await server.tryLogIn("ada", code: app.code(server))
            #expect(blocked.status == .tooManyRequests && blocked.header("Retry-After") != nil)
            #expect(try await server.audit(.loginFailed) == LockOut.Policy.account.free + 1)
            server.clock.advance(2)
            #expect(try await server.tryLogIn("ada", code: app.code(server)).status == .ok)
            #expect(try await server.count("SELECT count(*) FROM login_failures WHERE key_hash = \(server.dependencies.identifiers.account("ada"))") == 0)
        }
    }

    @Test func wrongCodesOfTheSetUpCountToo() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let ada = try await server.logIn("ada")
            let app = try await server.beginTOTP(ada)
            for _ in 0...LockOut.Policy.account.free { #expect(try await server.confirmTOTP(app.code(server, stepsAhead: 5), ada).status == .badRequest) }
            #expect(try await server.confirmTOTP(app.code(server), ada).status == .tooManyRequests)
        }
    }

    @Test func whoIsSignedOutMeanwhileSetsNothingUp() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.signUp("ada")
            let first = try await server.logIn("ada")
            let code = try await server.beginTOTP(first).code(server)
            #expect(try await server.signingOut(first.user.id) { try await server.confirmTOTP(code, first) }.status == .unauthorized)
            let second = try await server.logIn("ada")
            var device = TestPasskey()
            let credential = try device.registration(try await server.beginPasskey(second).text)
            #expect(try await server.signingOut(second.user.id) { try await server.registerPasskey(credential, second) }.status == .unauthorized)
            #expect(try await server.audit(.factorAdded) == 0)
            #expect(try await server.tryLogIn("ada", code: nil).status == .ok)
        }
    }

    @Test func itIsRemoved() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada", extra: ["email": "ada@example.org"])
            let ada = try await server.logIn("ada")
            let app = try await server.setUpTOTP(ada)
            let factor = try #require(try await Self.factors(server, ada).factors.first).id
            let path = "/users/\(app.user)/factors/\(factor)"
            // The session that it was set up in has shown both.
            #expect(try await server.send(.DELETE, path, token: ada.accessToken, headers: ["If-Match": "\"2\""]).status == .preconditionFailed)
            #expect(try await server.send(.DELETE, path, token: ada.accessToken, headers: ["If-Match": "\"1\""]).status == .noContent)
            #expect(try await server.send(.DELETE, path, token: ada.accessToken).status == .notFound)
            #expect(try await server.tryLogIn("ada", code: nil).status == .ok)
            #expect(try await server.count("SELECT count(*) FROM recovery_codes") == 0)
            #expect(try await server.mails("A second factor was removed").count == 1)
            let codes = try await server.post("/users/\(app.user)/factors/recovery-codes", json: [:], token: ada.accessToken)
            #expect(codes.status == .notFound)
        }
    }

    private static let challenge = #"Bearer realm="careline", error="insufficient_user_authentication", max_age="300""#

    @Test func aFreshSignInIsDemanded() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let ada = try await server.logIn("ada")
            server.clock.advance(301)
            let begun = try await server.post("/users/\(ada.user.id)/factors/totp", json: [:], token: ada.accessToken)
            #expect(begun.status == .unauthorized && begun.header("WWW-Authenticate") == Self.challenge)
            #expect(begun.member("type")?.hasSuffix("/insufficient-user-authentication") == true)
            // Another token of the same sign-in is no fresher.
            let refreshed = try #require(try await server.refresh(ada.refreshToken).member("access_token"))
            #expect(try await server.post("/users/\(ada.user.id)/factors/totp", json: [:], token: refreshed).status == .unauthorized)

            let old = try await server.logIn("ada")
            let app = try await server.setUpTOTP(try await server.logIn("ada"))
            let factor = try #require(try await Self.factors(server, old).factors.first).id
            // By the password alone, a moment before there was a factor.
            let removed = try await server.send(.DELETE, "/users/\(app.user)/factors/\(factor)", token: old.accessToken)
            #expect(removed.status == .unauthorized && removed.header("WWW-Authenticate") == Self.challenge + #", acr_values="2""#)
            let codes = try await server.post("/users/\(app.user)/factors/recovery-codes", json: [:], token: old.accessToken)
            #expect(codes.status == .unauthorized)
            let erased = try await server.send(.DELETE, "/users/\(app.user)", token: old.accessToken)
            #expect(erased.status == .unauthorized && erased.header("WWW-Authenticate") == Self.challenge + #", acr_values="2""#)
            let fresh = try await server.tryLogIn("ada", code: app.code(server)).decode(LoginView.self)
            #expect(try await server.send(.DELETE, "/users/\(app.user)", token: fresh.accessToken).status == .noContent)
            #expect(try await server.count("SELECT (SELECT count(*) FROM factors) + (SELECT count(*) FROM recovery_codes)") == 0)
        }
    }

    @Test func whoHasNoFactorErasesTheirAccountAsBefore() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            let login = try await server.logIn("ada")
            server.clock.advance(301)
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: login.accessToken).status == .noContent)
        }
    }

    @Test func theyAreNobodyElses() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.signUp("eve")
            let ada = try await server.logIn("ada")
            _ = try await server.setUpTOTP(ada)
            let factor = try #require(try await Self.factors(server, ada).factors.first).id
            let base = "/users/\(ada.user.id)/factors"
            let reading = try #require(try await server.refresh(ada.refreshToken, scope: "openid account:read").member("access_token"))
            let eve = try await server.logIn("eve").accessToken
            let admin = try await server.admin().accessToken
            for (token, status) in [(nil, .unauthorized), (reading, .forbidden), (eve, .notFound), (admin, .notFound)] as [(String?, HTTPResponseStatus)] {
                #expect(try await server.post("\(base)/totp", json: [:], token: token).status == status)
                #expect(try await server.post("\(base)/totp/confirmation", json: ["code": "123456"], token: token).status == status)
                #expect(try await server.post("\(base)/recovery-codes", json: [:], token: token).status == status)
                #expect(try await server.send(.DELETE, "\(base)/\(factor)", token: token).status == status)
                #expect(try await server.get(base, token: token).status == (token == reading && token != nil ? .ok : status))
            }
            #expect(try await server.send(.DELETE, "\(base)/\(UUID())", token: ada.accessToken).status == .notFound)
            #expect(try await Self.factors(server, ada).factors.count == 1)
        }
    }

    @Test func secretsAreSealedAnew() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let app = try await server.setUpTOTP(try await server.logIn("ada"))
            let next = MasterKeys(current: Array(repeating: 7, count: 32), earlier: [AuthServer.masterKey])
            let reseal = ResealFactors(masters: next)
            #expect(try await server.pool.transaction { tx in try await reseal(after: nil, tx) } == nil)
            let factors = try await server.pool.withConnection { try await $0.factors(of: app.user) }
            #expect(factors.map(\.masterKeyID) == [next.current.id])
            #expect(try factors.map { Array(try $0.opened(MasterKeys(current: Array(repeating: 7, count: 32)))) } == [app.secret])
            #expect(throws: CannotOpen.self) { try factors[0].opened(server.dependencies.masters) }
        }
    }
}
