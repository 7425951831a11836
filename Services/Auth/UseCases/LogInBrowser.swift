import Foundation
import Postgres

/// Somebody logs in on our page, on the way to an app.
struct LogInBrowser: Sendable {
    let admit: AdmitBothFactors
    let begin: BeginBrowserSession
    let now: @Sendable () -> Date

    /// `authTime`: of the password, where the code is typed after it.
    func callAsFunction(_ login: ProvenLogin, code: String? = nil, authTime: Date? = nil, _ browser: BrowserLogin, _ tx: Transaction) async throws {
        let context = try await admit(login, code: code, tx)
        try await begin(browser, user: login.user.id, by: context, authTime: authTime, tx)
        try await tx.audit(AuditEntry(.loggedIn, at: now(), from: login.attempt.origin, user: login.user.id))
    }
}
