import CareModels
import Foundation
import Postgres

/// Somebody logs in with one of Careline's own apps: a session with every scope that they can have.
struct BeginSession: Sendable {
    let admit: AdmitBothFactors
    /// Roles that must have a second factor.
    let demanding: Set<Role>
    let lifetime: TimeInterval
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ login: ProvenLogin, code: String?, refresh: RefreshToken, _ tx: Transaction) async throws -> SessionRecord {
        let admission = try await admit(login, code: code, tx)
        if let eraseAt = admission.eraseAt { throw Refusal.toBeErased(eraseAt) }
        guard !login.user.mustChangePassword else { throw Refusal.passwordToBeChanged }
        let (user, now) = (login.user, now())
        if !admission.context.hasTwoFactors {
            if demanding.contains(user.role) { throw Refusal.secondFactorToBeSetUp }
            if try await tx.isSecondFactorDemanded(of: user.id) { throw Refusal.secondFactorToBeSetUp }
        }
        let session = SessionRecord(
            id: SessionID(newID()), user: user.id, client: Client.firstPartyID, scopes: Scopes.available(to: user.role), authTime: now, context: admission.context,
            device: login.attempt.device, now: now, lifetime: lifetime)
        try await tx.insert(session, refresh: refresh)
        try await tx.audit(AuditEntry(.loggedIn, at: now, from: login.attempt.origin, user: user.id, session: session.id))
        return session
    }
}
