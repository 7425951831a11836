import CareModels
import Foundation
import Postgres

/// Somebody logs a browser of theirs out, which they may not have at hand, and of the apps' sessions that were begun in it those that live by its login.
struct EndOwnBrowser: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: BrowserID, of user: UserID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard let browser = try await tx.browser(id, of: user, now: now) else { throw Refusal.noSuchBrowser }
        try await EndBrowsersSessions(now: now)(of: user, browser: browser, with: nil, tx)
        // Of two who log it out at once one does.
        guard try await tx.deleteBrowserSession(tokenHash: browser) else { throw Refusal.noSuchBrowser }
        try await tx.audit(AuditEntry(.loggedOut, at: now, from: origin, user: user))
    }

    /// All but the one that `place` is in.
    func others(than place: SignInPlace, of user: UserID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard try await tx.lockedUser(user) != nil else { throw Refusal.noSuchUser }
        let kept = try await tx.browser(at: place)
        let ended = try await EndBrowsersSessions(now: now).ofAllBrowsers(of: user, except: kept, tx)
        guard try await tx.deleteBrowserSessions(of: user, except: kept) > 0 || !ended.isEmpty else { return }
        try await tx.audit(AuditEntry(.loggedOut, at: now, from: origin, user: user, session: place.session))
    }
}
