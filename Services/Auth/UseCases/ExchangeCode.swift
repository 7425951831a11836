import CareModels
import Foundation
import Postgres

/// An app exchanges its code: the code is spent, and a session begins.
struct ExchangeCode: Sendable {
    /// A refusal is a result, not an error: what it burns or ends has to be committed.
    enum Outcome: Sendable {
        case issued(Issued)
        case refused
        /// There is no such code.
        case unknown
    }

    struct Issued: Sendable {
        var session: SessionRecord
        var role: Role
        var nonce: String?
        var idTokenClaims: Set<String>
        var fhirBase: String?
        var encounterID: String?
    }

    /// Of the session.
    let lifetime: TimeInterval
    /// Whether what comes again and again of this code gets a line of its own.
    let isWorthALine: @Sendable (AuditEntry.Kind) -> Bool
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `refresh`: the session's first token, when it is to have one. `device`: from which the code is sent.
    func callAsFunction(
        _ hash: [UInt8], _ attempt: CodeExchange.Attempt, by client: Client, refresh: RefreshToken, on device: SignInDevice, from origin: Origin,
        _ tx: Transaction
    ) async throws -> Outcome {
        let now = now()
        guard let found = try await tx.lockedCode(hash: hash) else { return .unknown }
        let record = found.record
        func audit(_ kind: AuditEntry.Kind, _ session: SessionID? = nil, reason: AuditEntry.Reason? = nil) async throws {
            guard kind == .codeExchanged || isWorthALine(kind) else { return }
            try await tx.audit(AuditEntry(kind, at: now, from: origin, user: record.userID, session: session, reason: reason))
        }
        if let reason = found.refusal {
            try await audit(.codeRefused, reason: reason)
            return .refused
        }
        guard !found.isWithdrawn else {
            try await audit(.codeRefused)
            return .refused
        }
        switch CodeExchange.decide(attempt, code: record.code, now: now) {
        case .issue:
            var session = SessionRecord(
                id: SessionID(newID()), user: record.userID, client: client.id, scopes: client.remaining(of: record.scopes), authTime: record.authTime,
                context: record.context, device: .ofCode(browser: found.browser, asker: device, client: client.kind), now: now, lifetime: lifetime)
            (session.userInfoClaims, session.browserHash, session.patientID) = (record.userInfoClaims, record.browserHash, record.patientID)
            session.bind(to: attempt.keyThumbprint, of: client)
            try await tx.insert(session, refresh: client.mayRefresh(session.scopes) ? refresh : nil)
            try await tx.useCode(hash: hash, session: session.id, now: now)
            try await audit(.codeExchanged, session.id)
            return .issued(
                Issued(
                    session: session, role: found.role, nonce: record.nonce, idTokenClaims: record.idTokenClaims, fhirBase: record.fhirBase,
                    encounterID: record.encounterID))
        case .replay(let session):
            if let session { try await RevokeSession(reason: .codeReuse)(session, now: now, tx) }
            try await audit(.codeReplayed, session)
        case .burn:
            try await tx.useCode(hash: hash, session: nil, now: now)
            try await audit(.codeRefused)
        case .refuse:
            try await audit(.codeRefused)
        }
        return .refused
    }
}
