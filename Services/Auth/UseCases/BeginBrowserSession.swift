import CareModels
import Foundation
import Postgres

/// The secret that a browser is logged in with, hashed.
struct BrowserLogin: Sendable {
    var tokenHash: [UInt8]
    /// Of whoever was logged in with it before.
    var replacing: [UInt8]?
    var device = SignInDevice()
}

/// Logs a browser in, in place of whoever was logged in with it.
struct BeginBrowserSession: Sendable {
    let lifetime: TimeInterval
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `authTime`: of the password, where that was typed before.
    func callAsFunction(_ browser: BrowserLogin, user: UserID, by context: AuthenticationContext = .password, authTime: Date? = nil, _ tx: Transaction) async throws {
        let now = now()
        if let old = browser.replacing { try await tx.deleteBrowserSession(tokenHash: old) }
        try await tx.insertBrowserSession(
            BrowserID(newID()), browser, user: user, authTime: authTime ?? now, context: context, expiresAt: now.addingTimeInterval(lifetime))
    }
}
