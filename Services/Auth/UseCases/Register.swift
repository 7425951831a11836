import CareModels
import Foundation
import Outbox
import Postgres

/// Makes an account, and says so to the other services.
struct Register: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID
    /// Whether who says that they are a provider counts as one.
    var verification = ProviderVerification.required
    /// Nil where nobody is asked: an operator makes the account.
    var verify: AskToVerifyEmail?

    /// `end`: of a password that an operator has set, which has to be changed until then.
    func callAsFunction(
        _ registration: Registration, passwordHash: String, until end: Date? = nil, from origin: Origin, _ tx: Transaction
    ) async throws -> UserRecord {
        var user = UserRecord(registration, id: UserID(newID()), passwordHash: passwordHash, now: now())
        (user.mustChangePassword, user.passwordEndsAt) = (end != nil, end)
        user.isVerified = verification.isGiven(to: user.role)
        user.isVerifiedByDefault = user.isVerified
        guard try await tx.insert(user) else { throw Refusal.usernameTaken }
        try await tx.emit(user.registered)
        if let verify, let address = user.mailAddress { try await verify(address, of: user, tx) }
        try await tx.audit(AuditEntry(Self.kind(of: user.role), at: user.createdAt, from: origin, user: user.id))
        return user
    }

    private static func kind(of role: Role) -> AuditEntry.Kind {
        switch role {
        case .admin: .adminCreated
        case .scheduler: .schedulerCreated
        default: .signedUp
        }
    }
}
