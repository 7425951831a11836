import CareModels
import Foundation
import Postgres
import Sealing

/// An app shows a refresh token: it is spent, and its successor given; see `RefreshRotation` for what a spent one does.
struct RotateRefreshToken: Sendable {
    /// A refusal is a result, not an error: the end of the family has to be committed.
    enum Outcome: Sendable {
        case issued(RefreshableSession, scopes: Set<String>, RefreshToken)
        /// The answer to the refresh before was lost: the same token once more.
        case repeated(RefreshableSession, scopes: Set<String>, RefreshToken)
        case refused
        /// There is no such family.
        case unknown
    }

    let limits: RefreshRotation.Limits
    /// Whether what comes again and again of this session gets a line of its own.
    let isWorthALine: @Sendable (AuditEntry.Kind, SessionID) -> Bool
    let masters: MasterKeys
    let now: @Sendable () -> Date

    /// `asked`: scopes, when fewer are wanted than were granted; `key`: whose thumbprint the client has shown.
    func callAsFunction(
        _ presented: RefreshToken, asked: String?, key: String?, by client: Client, from origin: Origin, _ tx: Transaction
    ) async throws -> Outcome {
        let now = now()
        guard let found = try await tx.lockedSession(refreshHandle: presented.handle) else { return .unknown }
        let session = found.session
        let granted = client.remaining(of: session.scopes)
        func audit(_ kind: AuditEntry.Kind) async throws {
            guard kind == .refreshReused || isWorthALine(kind, session.id) else { return }
            try await tx.audit(AuditEntry(kind, at: now, from: origin, user: session.userID, session: session.id))
        }
        let goesOn = try await mayGoOn(session, granted, client, now, tx)
        let decision = RefreshRotation.decide(
            presentedHash: presented.hash, clientID: client.id, key: key, isAuthenticated: client.kind == .confidential, family: found.family, limits: limits,
            now: now)
        switch decision {
        case .rotate where !goesOn, .repeatSuccessor where !goesOn:
            try await audit(.refreshRefused)
        case .rotate where client.isFAPI:
            // FAPI 2.0 forbids rotation: its clients prove themselves, and show a key (5.3.2.1).
            let scopes = try Scopes.narrowed(asked, of: granted)
            try await tx.noteRefresh(of: session.id, now: now)
            return .issued(found, scopes: scopes, presented)
        case .rotate(let generation):
            // Before the token is spent: who asked for too much still has it.
            let scopes = try Scopes.narrowed(asked, of: granted)
            let successor = presented.successor(generation: generation, key: masters.key(for: .refreshTokens))
            let binding = client.kind == .public && session.keyThumbprint == nil ? key : nil
            try await tx.rotate(session.id, to: successor.hash, replacing: presented.hash, generation: generation, binding: binding, now: now)
            return .issued(found, scopes: scopes, successor)
        case .repeatSuccessor(let generation):
            guard let successor = successor(of: presented, generation, in: found.family) else {
                try await audit(.refreshRefused)
                return .refused
            }
            let scopes = try Scopes.narrowed(asked, of: granted)
            // Later than the grace it is a use like any other: the session has not been idle.
            if now.timeIntervalSince(found.family.rotatedAt) > limits.grace { try await tx.noteRefresh(of: session.id, now: now) }
            try await audit(.refreshRepeated)
            return .repeated(found, scopes: scopes, successor)
        case .refuse:
            try await audit(.refreshRefused)
        case .reuse:
            try await RevokeSession(reason: .refreshReuse)(session.id, now: now, tx)
            try await audit(.refreshReused)
        }
        return .refused
    }

    /// One that has `online_access` alone does as long as the browser is logged in that gave it.
    private func mayGoOn(_ session: SessionRecord, _ granted: Set<String>, _ client: Client, _ now: Date, _ tx: Transaction) async throws -> Bool {
        guard client.mayRefresh(granted) else { return false }
        if granted.contains("offline_access") { return true }
        return try await tx.isLoggedIn(browserHash: session.browserHash, now: now)
    }

    /// Made before a new master key took over, it is one of that one before. Without it the app has to log in again, but nobody has stolen
    /// anything.
    private func successor(of spent: RefreshToken, _ generation: Int, in family: RefreshRotation.Family) -> RefreshToken? {
        masters.keys(for: .refreshTokens).map { spent.successor(generation: generation, key: $0) }
            .first { Secret.equal($0.hash, family.currentHash) }
    }
}
