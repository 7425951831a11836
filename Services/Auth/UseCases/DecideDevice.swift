import Foundation
import Postgres

/// Somebody decides about a device that they were shown. Throws `deviceOver` when there is nothing to decide any more.
struct DecideDevice: Sendable {
    let now: @Sendable () -> Date

    /// `scopes`: what it gets when it is allowed. `browser`: the hash of the secret that its person is logged in by.
    func allow(
        _ code: UserCode, _ scopes: Set<String>, by approval: DeviceApproval, in browser: [UInt8], from origin: Origin, _ tx: Transaction
    ) async throws {
        let now = now()
        guard try await tx.useLogin(browser, of: approval.userID, now: now) else { throw Refusal.signedOut }
        let record = try await locked(code, now, tx)
        try await tx.allow(code, scopes, approval)
        try await tx.grant(scopes, to: record.state.clientID, by: approval.userID, now: now)
        try await tx.audit(AuditEntry(.consented, at: now, from: origin, user: approval.userID))
    }

    func deny(_ code: UserCode, by approval: DeviceApproval, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        _ = try await locked(code, now, tx)
        try await tx.deny(code)
        try await tx.audit(AuditEntry(.declined, at: now, from: origin, user: approval.userID))
    }

    private func locked(_ code: UserCode, _ now: Date, _ tx: Transaction) async throws -> DeviceRecord {
        guard let record = try await tx.lockedPendingDevice(code, now: now) else { throw Refusal.deviceOver }
        return record
    }
}
