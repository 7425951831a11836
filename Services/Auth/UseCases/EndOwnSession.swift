import CareModels
import Foundation
import Postgres

/// Somebody ends a session of theirs, in an app or on a device that they may not have at hand, and the login of the browser that it was given by: whoever opens the
/// app again there would be in it as them.
struct EndOwnSession: Sendable {
    let now: @Sendable () -> Date

    /// `place`: where they are, whose browser stays logged in unless it is that very session that ends.
    func callAsFunction(_ id: SessionID, of user: UserID, at place: SignInPlace?, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard try await tx.isLive(id, of: user, now: now) else { throw Refusal.noSuchSession }
        let given = try await tx.browser(of: id)
        let browser = try await isThere(given, place, ending: id, tx) ? nil : given
        let ended = try await EndBrowsersSessions(now: now)(of: user, browser: browser, with: id, tx)
        // Of two who end it at once one does.
        guard ended.contains(id) else { throw Refusal.noSuchSession }
        if let browser { try await tx.deleteBrowserSession(tokenHash: browser) }
        try await tx.audit(AuditEntry(.loggedOut, at: now, from: origin, user: user, session: id))
    }

    /// All sessions and browsers' logins on our pages but `place`.
    func others(than place: SignInPlace, of user: UserID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard try await tx.lockedUser(user) != nil else { throw Refusal.noSuchUser }
        guard try await EndAccess(now: now)(of: user, keeping: place, reason: .logout, tx) else { return }
        try await tx.audit(AuditEntry(.sessionsEnded, at: now, from: origin, user: user, session: place.session))
    }

    private func isThere(_ browser: [UInt8]?, _ place: SignInPlace?, ending id: SessionID, _ tx: Transaction) async throws -> Bool {
        guard let browser else { return false }
        switch place {
        case .browser(let hash): return hash == browser
        case .session(let session): return session == id ? false : try await tx.browser(of: session) == browser
        case nil: return false
        }
    }
}
