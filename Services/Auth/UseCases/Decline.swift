import CareModels
import Foundation
import Postgres

/// Somebody does not give an app what it asks for. That is all that is kept of it.
struct Decline: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ user: UserID, from origin: Origin, _ tx: Transaction) async throws {
        try await tx.audit(AuditEntry(.declined, at: now(), from: origin, user: user))
    }
}
