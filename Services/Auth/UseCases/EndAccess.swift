import CareModels
import Foundation
import Postgres

/// Ends every way in that a person has open but for `kept`: sessions, browsers' logins, and codes that wait. Services and apps are told. The part that whatever
/// shuts a person out has in common; the user is locked.
struct EndAccess: Sendable {
    let now: Date

    func callAsFunction(of user: UserID, keeping kept: SignInPlace? = nil, reason: SessionRevoked.Reason, _ tx: Transaction) async throws {
        try await tx.deleteUnusedCodes(of: user)
        try await tx.deleteDevices(of: user)
        try await AnnounceEnds(now: now)(try await tx.endSessions(of: user, except: kept?.session, reason: reason, now: now), tx)
        try await tx.deleteBrowserSessions(of: user, except: kept?.browser)
    }
}
