import CareModels
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct ErasedColumnsTests {
    @Test func nothingElseIsLeftOfWhoIsErased() async throws {
        try await World.run { world in
            let person = try await world.signUp("ada").id
            let token = try await world.logIn("ada").accessToken
            // What they did to others.
            let act = AuditEntry(.unlocked, at: world.clock.now, from: Origin(actorID: person))
            try await world.pool.transaction { tx in try await tx.audit(act) }
            let keeps: Set = ["audit_log.user_id", "audit_log.actor_id", "idempotency_keys.caller", "logout_notices.user_id", "outbox.subject"]
            try await ErasureCheck(world.pool, person, unused: ["person_keys"]).expect("Auth", keeps: keeps) {
                let erased = try await world.send(.DELETE, "/users/\(person)", token: token)
                #expect(erased.status == 204)
            }
        }
    }
}
