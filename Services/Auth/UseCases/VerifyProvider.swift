import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// Somebody has seen a provider's licence: an organisation that they practise in, or the platform's admin. From now on they are listed, booked and written to.
/// A second time by the same organisation takes the new number.
struct VerifyProvider: Sendable {
    let masters: MasterKeys
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// By the platform, or at the terminal. `expectedRevision`: the one that was read; nil for whatever is there.
    func callAsFunction(_ licence: String, of id: UserID, expectedRevision: Int?, from origin: Origin, _ tx: Transaction) async throws {
        let user = try await lockedProvider(id, tx)
        if id == origin.actorID { throw OrganisationRule.Refusal.ownLicence }
        try user.isVerified(at: expectedRevision)
        try await verify(user, licence, by: nil, from: origin, tx)
    }

    /// `expectedRevision`: the member's that was read.
    func callAsFunction(
        _ licence: String, of id: UserID, in organisation: OrganisationID, expectedRevision: Int?, by caller: OrganisationCaller, from origin: Origin,
        _ tx: Transaction
    ) async throws {
        // Only its own people lock a person, and none but its own.
        _ = try await tx.organisation(organisation, for: caller)
        guard try await tx.member(id, of: organisation) != nil else { throw OrganisationRule.Refusal.noSuchMember }
        // Before the organisation, in the order of locks.
        let user = try await tx.lockedUser(id)
        let (_, actor) = try await tx.locked(organisation, for: caller)
        guard let user, let member = try await tx.member(id, of: organisation) else { throw OrganisationRule.Refusal.noSuchMember }
        try OrganisationRule.verify(id, member.roles, by: actor)
        try OrganisationRule.check(expectedRevision, against: member.revision)
        try await tx.touchMember(id, of: organisation)
        try await verify(user, licence, by: organisation, from: origin, tx)
    }

    private func lockedProvider(_ id: UserID, _ tx: Transaction) async throws -> UserRecord {
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        guard user.role == .provider else { throw OrganisationRule.Refusal.noProvider }
        return user
    }

    private func verify(_ user: UserRecord, _ licence: String, by organisation: OrganisationID?, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        try await tx.save(
            try VerificationRecord(licence, of: user.id, by: organisation, actor: origin.actorID, id: newID(), masters: masters, now: now))
        try await CountAsVerified(now: now)(user, true, tx)
        try await tx.audit(AuditEntry(.providerVerified, at: now, from: origin, user: user.id))
    }
}

extension UserRecord {
    /// Throws when something else was said of their licence since it was read; nil: whatever is there.
    func isVerified(at expected: Int?) throws(Refusal) { try ReadVersion.check(expected, against: verificationRevision, Refusal.accountChanged) }
}
