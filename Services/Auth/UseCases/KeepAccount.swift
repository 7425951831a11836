import CareModels
import Foundation
import Postgres

/// Somebody has thought again: their account, which was to be erased, stays. It is theirs as long as the erasure has not begun, whose transaction locks the
/// account before this one or after it.
struct KeepAccount: Sendable {
    let admit: AdmitBothFactors
    let now: @Sendable () -> Date

    /// By their password, and their second factor where they have one. An account that was not to be erased stays too.
    func callAsFunction(_ login: ProvenLogin, code: String?, _ tx: Transaction) async throws {
        guard let user = try await tx.lockedUser(login.user.id) else { throw LoginRefusal.wrong }
        _ = try await admit(login, code: code, tx)
        try await keep(user, from: login.attempt.origin, tx)
    }

    /// By what the page holds that they were led to when they had logged in.
    func callAsFunction(_ link: AccountLink, from origin: Origin, _ tx: Transaction) async throws {
        guard let user = try await tx.lockedUser(link.userID), user.suspension == nil, try await tx.takeLink(link.tokenHash, for: .erasure, now: now()) != nil else {
            throw Refusal.linkOver
        }
        try await keep(user, from: origin, tx)
    }

    private func keep(_ user: UserRecord, from origin: Origin, _ tx: Transaction) async throws {
        guard user.eraseAt != nil else { return }
        try await tx.setErasure(nil, of: user.id)
        try await tx.deleteLinks(of: user.id, for: .erasure)
        try await tx.audit(AuditEntry(.erasureWithdrawn, at: now(), from: origin, user: user.id))
    }
}
