import CareModels
import Foundation
import Postgres
import Sealing

/// A person's password is another from now on: who logged in with the one before is logged out, but for `session`, the links that they asked for to elsewhere are over,
/// and the person is told. The part that all ways to set one have in common; the user is locked.
struct ReplacePassword: Sendable {
    var tell: TellOfAccount
    let now: @Sendable () -> Date

    /// `end`: until then whoever logs in with it has to set their own.
    func callAsFunction(
        of user: UserRecord, with hash: String, until end: Date? = nil, keeping session: SessionID? = nil, reason: SessionRevoked.Reason = .logout,
        _ tx: Transaction
    ) async throws {
        let now = now()
        try await tx.setPassword(hash, until: end, of: user.id)
        try await EndAccess(now: now)(of: user.id, keeping: session.map(SignInPlace.session), reason: reason, tx)
        try await tx.deleteLinks(of: user.id, for: .password)
        try await tx.endLinksThatLeadAway(of: user)
        try await tell(.passwordChanged, to: user, tx)
    }
}
