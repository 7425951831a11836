import CareModels
import Foundation
import Postgres

/// Somebody wants their account erased: at once, or, where the operator gives people time to think again, when that is over. Until then they are logged out
/// everywhere, and nobody else notices anything.
struct AskForErasure: Sendable {
    let grace: TimeInterval
    let erase: ErasePerson
    let tell: TellOfAccount
    let now: @Sendable () -> Date

    /// When it will be erased; nil when it is.
    func callAsFunction(_ id: UserID, from origin: Origin, _ tx: Transaction) async throws -> Date? {
        let now = now()
        guard let instant = Erasure.instant(askedAt: now, grace: grace) else {
            try await erase(id, from: origin, tx)
            return nil
        }
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        // Asked twice at once: the first counts.
        if let settled = user.eraseAt { return settled }
        try await tx.setErasure(instant, of: id)
        try await EndAccess(now: now)(of: id, reason: .logout, tx)
        try await tell(.erasureAhead(instant), to: user, until: instant, tx)
        try await tx.audit(AuditEntry(.erasureAsked, at: now, from: origin, user: id))
        return instant
    }
}
