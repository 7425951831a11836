import CareModels
import Foundation
import Postgres

/// A device asks whether somebody has allowed it, and gets its session when they have: once, for its code is gone with it.
struct PollDevice: Sendable {
    /// A refusal is a result, not an error: what it changes has to be committed.
    enum Outcome: Sendable {
        case issued(ExchangeCode.Issued)
        case refused(OAuthError)
        /// There is no such code.
        case unknown
    }

    /// Of the session.
    let lifetime: TimeInterval
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `key`: whose thumbprint the device has shown. `asker`: the device itself.
    func callAsFunction(
        _ hash: [UInt8], by client: Client, key: String?, refresh: RefreshToken, on asker: SignInDevice, from origin: Origin, _ tx: Transaction
    ) async throws -> Outcome {
        let now = now()
        guard let found = try await tx.lockedDevice(hash: hash) else { return .unknown }
        switch DevicePolling.answer(found.record.state, client: client.id, now: now) {
        case .anotherClient: return .unknown
        case .expired: return .refused(OAuthError(.expiredToken, "nobody has typed the code in time; ask for new ones"))
        case .denied: return .refused(OAuthError(.accessDenied, "the person declined"))
        case .pending:
            try await tx.notePoll(of: hash, interval: found.record.state.interval, now: now)
            return .refused(OAuthError(.authorizationPending, "nobody has decided yet; ask again"))
        case .slowDown(let seconds):
            try await tx.notePoll(of: hash, interval: seconds, now: now)
            return .refused(OAuthError(.slowDown, "too early; wait \(seconds) seconds between two requests from now on"))
        case .issue: break
        }
        try await tx.deleteDevice(hash: hash)
        guard let approval = found.record.approval, let role = found.role else { return .unknown }
        guard found.refusal == nil, !found.isWithdrawn else {
            try await tx.audit(AuditEntry(.codeRefused, at: now, from: origin, user: approval.userID, reason: found.refusal))
            return .refused(OAuthError(.accessDenied, "the person declined"))
        }
        var session = SessionRecord(
            id: SessionID(newID()), user: approval.userID, client: client.id, scopes: client.remaining(of: found.record.scopes), authTime: approval.authTime,
            context: approval.context, device: asker, now: now, lifetime: lifetime)
        session.patientID = Launch.patient(of: session.scopes, launch: nil, user: approval.userID)
        session.bind(to: key, of: client)
        try await tx.insert(session, refresh: client.mayRefresh(session.scopes) ? refresh : nil)
        try await tx.audit(AuditEntry(.codeExchanged, at: now, from: origin, user: approval.userID, session: session.id))
        return .issued(ExchangeCode.Issued(session: session, role: role, nonce: nil, idTokenClaims: []))
    }
}
