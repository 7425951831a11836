import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct FactorResetTests {
    private static func reset(_ server: AuthServer, _ id: UserID, _ token: String, _ reason: String = "lost") async throws -> Answer {
        try await server.post("/admin/users/\(id)/factors/reset", json: ["reason": reason], token: token)
    }

    @Test func everyFactorGoesAndEverySessionEnds() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.signUp("ada", extra: ["email": "ada@example.org"])
            let chief = try await server.admin()
            let ada = try await server.logIn("ada")
            _ = try await server.setUpPasskey(ada)
            let app = try await server.setUpTOTP(ada)
            _ = try await server.beginPasskey(ada)
            #expect(try await Self.reset(server, ada.user.id, chief.accessToken).status == .noContent)
            for table in ["factors", "passkeys", "recovery_codes", "passkey_challenges"] {
                #expect(try await server.count("SELECT count(*) FROM \(unescaped: table)") == 0)
            }
            #expect(try await server.refresh(ada.refreshToken).status == .badRequest)
            #expect(try await server.get("/users/\(ada.user.id)/factors", token: ada.accessToken).status == .unauthorized)
            #expect(app.recoveryCodes.count == RecoveryCode.count)
            #expect(try await server.tryLogIn("ada", code: nil).status == .ok)
            #expect(try await server.count("SELECT count(*) FROM audit_log WHERE kind = 'factors-reset' AND reason = 'lost' AND actor_id = \(chief.user.id)") == 1)
            // Their address is not proven to be theirs.
            #expect(try await server.mails("Your second factors were taken away").isEmpty)
            try await server.pool.transaction { tx in try await tx.setVerifiedEmail("ada@example.org", of: ada.user.id, now: server.clock.now) }
            #expect(try await Self.reset(server, ada.user.id, chief.accessToken, "stolen").status == .noContent)
            #expect(try await server.mails("Your second factors were taken away").count == 1)
        }
    }

    @Test func isForAdminsAndNotOfThemselves() async throws {
        try await AuthServer.withPasskeys { server in
            let ada = try await server.signUp("ada").id
            let (chief, own) = (try await server.admin(), try await server.logIn("ada"))
            #expect(try await Self.reset(server, ada, own.accessToken).status == .forbidden)
            #expect(try await Self.reset(server, chief.user.id, chief.accessToken).fields == ["id"])
            #expect(try await Self.reset(server, UserID(UUID()), chief.accessToken).status == .notFound)
            for reason in ["", "because"] { #expect(try await Self.reset(server, ada, chief.accessToken, reason).fields == ["reason"]) }
        }
    }

    @Test func alsoAtTheTerminal() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.signUp("ada")
            _ = try await server.setUpPasskey(try await server.logIn("ada"))
            let (masters, issuer, now) = (server.dependencies.masters, TestPasskey.issuer, server.clock.now)
            _ = try await ResetFactorsCommand.reset("Ada", for: .broken, masters: masters, issuer: issuer, pool: server.pool, now: now)
            #expect(try await server.tryLogIn("ada", code: nil).status == .ok)
            await #expect(throws: (any Error).self) {
                _ = try await ResetFactorsCommand.reset("nobody", for: .broken, masters: masters, issuer: issuer, pool: server.pool, now: now)
            }
        }
    }
}
