import CareModels
import Foundation
import Postgres

/// Somebody logs out of an app, and of the browser that they logged in to it with; other apps that they logged in to there are told.
struct EndSession: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: SessionID, of user: UserID?, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        try await EndBrowsersSessions(now: now)(of: user, browser: try await tx.browser(of: id), with: id, tx)
        try await tx.deleteBrowserSession(of: id)
        try await tx.audit(AuditEntry(.loggedOut, at: now, from: origin, user: user, session: id))
    }
}
