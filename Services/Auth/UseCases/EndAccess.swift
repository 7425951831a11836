import CareModels
import Foundation
import Postgres

/// Ends every way in that a person has open but for `kept`: sessions, browsers' logins, and codes that wait. Services and apps are told. The part that whatever
/// shuts a person out has in common; the user is locked.
struct EndAccess: Sendable {
    let now: Date

    /// Whether there was any.
    @discardableResult
    func callAsFunction(of user: UserID, keeping kept: SignInPlace? = nil, reason: SessionRevoked.Reason, _ tx: Transaction) async throws -> Bool {
        try await tx.deleteUnusedCodes(of: user)
        try await tx.deleteDevices(of: user)
        let ended = try await tx.endSessions(of: user, except: kept?.session, reason: reason, now: now)
        try await AnnounceEnds(now: now)(ended, tx)
        let browsers = try await tx.deleteBrowserSessions(of: user, except: kept?.browser)
        return !ended.isEmpty || browsers > 0
    }
}
