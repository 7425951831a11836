import CareModels
import Foundation
import Postgres

/// A browser is logged out, and with it the app that asked for it; other apps that the person logged in to there are told.
struct EndBrowserSession: Sendable {
    struct Ending: Sendable {
        /// The hash of the browser's secret.
        var browser: [UInt8]?
        /// The app's session.
        var session: SessionID?
        var user: UserID?
    }

    let now: @Sendable () -> Date

    func callAsFunction(_ ending: Ending, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        let ended = try await EndBrowsersSessions(now: now)(of: ending.user, browser: ending.browser, with: ending.session, tx)
        var isLoggedOut = false
        if let browser = ending.browser { isLoggedOut = try await tx.deleteBrowserSession(tokenHash: browser) }
        // Anybody sends the same again, with an id token of long ago.
        guard isLoggedOut || !ended.isEmpty else { return }
        try await tx.audit(AuditEntry(.loggedOut, at: now, from: origin, user: ending.user, session: ending.session))
    }
}
