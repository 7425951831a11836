import CareModels
import Foundation
import Outbox
import Postgres

/// A trusted client brings a user of its own: an account is made for them when they come first, and a session begins.
struct AdoptUser: Sendable {
    struct Adopted: Sendable {
        var session: SessionRecord
        var role: Role
    }

    /// No password's hash: nobody logs in with one before they have set theirs.
    static let noPassword = "!"

    /// Of whom another's word is not enough: they show a second factor, which this way has no place for.
    let demanding: Set<Role>
    let lifetime: TimeInterval
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `scopes`: of those that a person of this role can give. `device`: the client's, since it alone comes here. Nil when the account is suspended, waits for its erasure,
    /// or is one that takes a second factor.
    func callAsFunction(
        _ assertion: UserAssertion, of client: Client, role: Role, scopes: (Role) throws -> Set<String>, refresh: RefreshToken, on device: SignInDevice,
        from origin: Origin, _ tx: Transaction
    ) async throws -> Adopted? {
        let now = now()
        guard let id = try await account(assertion, client, role, origin, tx), try await tx.isDoorOpen(of: id), let user = try await tx.user(id),
            !user.hasSecondFactor, !demanding.contains(user.role), try await !tx.isSecondFactorDemanded(of: id)
        else { return nil }
        let session = SessionRecord(
            id: SessionID(newID()), user: id, client: client.id, scopes: try scopes(user.role), authTime: assertion.signedIn(now: now),
            context: .elsewhere, device: device, now: now, lifetime: lifetime)
        try await tx.insert(session, refresh: client.mayRefresh(session.scopes) ? refresh : nil)
        try await tx.audit(AuditEntry(.tokenExchanged, at: now, from: origin, user: id, session: session.id))
        return Adopted(session: session, role: user.role)
    }

    /// None is made for who would not be let in.
    private func account(_ assertion: UserAssertion, _ client: Client, _ role: Role, _ origin: Origin, _ tx: Transaction) async throws -> UserID? {
        if let known = try await tx.adoptedAccount(assertion.subjectHash, of: client.id) { return known }
        if demanding.contains(role) { return nil }
        let id = newID()
        guard try await tx.adopt(assertion.subjectHash, of: client.id, as: UserID(id), now: now()) else {
            // Another request was the first, and has committed.
            guard let known = try await tx.adoptedAccount(assertion.subjectHash, of: client.id) else { throw Refusal.noSuchUser }
            return known
        }
        let registration = Registration(username: "ext-\(UserID(id))", password: "", role: role, fullName: assertion.fullName)
        _ = try await Register(now: now, newID: { id })(registration, passwordHash: Self.noPassword, from: origin, tx)
        return UserID(id)
    }
}
