import CareModels
import Foundation
import Postgres

/// The secret that a browser is logged in with, hashed.
struct BrowserLogin: Sendable {
    var tokenHash: [UInt8]
    /// Of whoever was logged in with it before.
    var replacing: [UInt8]?
}

/// Logs a browser in, in place of whoever was logged in with it.
struct BeginBrowserSession: Sendable {
    let lifetime: TimeInterval
    let now: @Sendable () -> Date

    func callAsFunction(_ browser: BrowserLogin, user: UserID, _ tx: Transaction) async throws {
        let now = now()
        if let old = browser.replacing { try await tx.deleteBrowserSession(tokenHash: old) }
        try await tx.insertBrowserSession(
            tokenHash: browser.tokenHash, user: user, authTime: now, expiresAt: now.addingTimeInterval(lifetime))
    }
}
