import Foundation
import Postgres

/// Lets in whose password was right and still is, unless guesses of others have blocked the name by now, or an operator keeps them out. The first part of every login.
/// Gives when the account is to be erased, where its person has asked for that.
struct AdmitLogin: Sendable {
    let now: @Sendable () -> Date

    @discardableResult func callAsFunction(_ login: ProvenLogin, _ tx: Transaction) async throws -> Date? {
        let now = now()
        let key = login.attempt.accountKey
        // The account before what is counted of it, in the order of locks.
        let door = try await tx.door(of: login.user.id)
        try LockOut.check(await tx.lockedState(key), now: now)
        guard let door else { throw LoginRefusal.wrong }
        // A new password ends what the one before has begun: nothing begins behind it.
        guard door.passwordHash == login.user.passwordHash else { throw ProvenLogin.Outdated() }
        // Nor with what somebody was before: their sessions have ended.
        guard door.role == login.user.role else { throw ProvenLogin.Outdated() }
        guard !door.isSuspended else { throw Refusal.suspended }
        if login.user.mustChangePassword, InitialPassword.isOver(login.user.passwordEndsAt, now: now) { throw Refusal.passwordOver }
        // With a second factor they are for its code to undo.
        if login.hadFailures, !login.user.hasSecondFactor { try await tx.forgetLoginFailures(key) }
        if let newHash = login.newHash {
            try await tx.setPasswordHash(newHash, of: login.user.id, replacing: login.user.passwordHash, now: now)
        }
        return door.eraseAt
    }
}
