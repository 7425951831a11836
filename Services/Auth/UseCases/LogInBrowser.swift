import Foundation
import Postgres

/// Somebody logs in on our page, on the way to an app.
struct LogInBrowser: Sendable {
    let begin: BeginBrowserSession
    let now: @Sendable () -> Date

    func callAsFunction(_ login: ProvenLogin, _ browser: BrowserLogin, _ tx: Transaction) async throws {
        try await AdmitLogin(now: now)(login, tx)
        try await begin(browser, user: login.user.id, tx)
        try await tx.audit(AuditEntry(.loggedIn, at: now(), from: login.attempt.origin, user: login.user.id))
    }
}
