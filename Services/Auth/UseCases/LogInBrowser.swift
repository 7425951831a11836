import Foundation
import Postgres

/// Somebody logs in on our page, on the way to an app.
struct LogInBrowser: Sendable {
    let admit: AdmitBothFactors
    let begin: BeginBrowserSession
    let now: @Sendable () -> Date

    /// `authTime`: of the password, where the code is typed after it. Gives when the account is erased, where that was asked for: the browser is not logged in then,
    /// and its secret is what the person takes that back with.
    func callAsFunction(_ login: ProvenLogin, code: String? = nil, authTime: Date? = nil, _ browser: BrowserLogin, _ tx: Transaction) async throws -> Date? {
        let admission = try await admit(login, code: code, tx)
        if let eraseAt = admission.eraseAt {
            try await OfferToKeep(now: now)(login.user.id, browser, from: login.attempt.origin, tx)
            return eraseAt
        }
        try await begin(browser, user: login.user.id, by: admission.context, authTime: authTime, tx)
        try await tx.audit(AuditEntry(.loggedIn, at: now(), from: login.attempt.origin, user: login.user.id))
        return nil
    }
}
