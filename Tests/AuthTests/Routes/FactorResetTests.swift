import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct FactorResetTests {
    private static let mail = "Your second factors were taken away / Vos seconds facteurs ont été retirés"

    private static func reset(_ world: World, _ id: UserID, _ token: String, _ reason: String = "lost") async throws -> Answer {
        try await world.post("/admin/users/\(id)/factors/reset", json: ["reason": reason], token: token)
    }

    @Test func everyFactorGoesAndEverySessionEnds() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"])
            let chief = try await world.admin()
            let ada = try await world.logIn("ada")
            _ = try await world.setUpPasskey(ada)
            let app = try await world.setUpTOTP(ada)
            _ = try await world.beginPasskey(ada)
            #expect(try await Self.reset(world, ada.user.id, chief.accessToken).status == 204)
            for table in ["factors", "passkeys", "recovery_codes", "passkey_challenges"] {
                #expect(try await world.count("SELECT count(*) FROM \(unescaped: table)") == 0)
            }
            #expect(try await world.refresh(ada.refreshToken).status == 400)
            #expect(try await world.get("/users/\(ada.user.id)/factors", token: ada.accessToken).status == 401)
            #expect(app.recoveryCodes.count == RecoveryCode.count)
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'factors-reset' AND reason = 'lost' AND actor_id = \(chief.user.id)") == 1)
            // Their address is not proven to be theirs.
            #expect(try await world.mails(Self.mail).isEmpty)
            try await world.pool.transaction { tx in try await tx.setVerifiedEmail("ada@example.org", of: ada.user.id, now: world.clock.now) }
            #expect(try await Self.reset(world, ada.user.id, chief.accessToken, "stolen").status == 204)
            // An operator's request says nothing of their language, and they have named none.
            let mail = try #require(try await world.mails(Self.mail).first)
            #expect(mail.text.contains("If you did not ask for that") && mail.text.contains("\nBonjour"))
            #expect(mail.text.hasPrefix("Hello,"))
        }
    }

    @Test func isForAdminsAndNotOfThemselves() async throws {
        try await World.withPasskeys { world in
            let ada = try await world.signUp("ada").id
            let (chief, own) = (try await world.admin(), try await world.logIn("ada"))
            #expect(try await Self.reset(world, ada, own.accessToken).status == 403)
            #expect(try await Self.reset(world, chief.user.id, chief.accessToken).problem.slug == "forbidden")
            #expect(try await Self.reset(world, UserID(UUID()), chief.accessToken).status == 404)
            for reason in ["", "because"] { #expect(try await Self.reset(world, ada, chief.accessToken, reason).problem.fieldNames == ["reason"]) }
        }
    }

    @Test func alsoAtTheTerminal() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada")
            _ = try await world.setUpPasskey(try await world.logIn("ada"))
            let (masters, issuer, now) = (world.dependencies.masters, TestPasskey.issuer, world.clock.now)
            _ = try await ResetFactorsCommand.reset("Ada", for: .broken, masters: masters, issuer: issuer, pool: world.pool, now: now)
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)
            await #expect(throws: (any Error).self) {
                _ = try await ResetFactorsCommand.reset("nobody", for: .broken, masters: masters, issuer: issuer, pool: world.pool, now: now)
            }
        }
    }
}
