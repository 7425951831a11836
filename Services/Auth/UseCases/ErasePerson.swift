import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// Erases an account and all that Auth keeps of the person, ends their sessions, and tells the other services to do the same.
struct ErasePerson: Sendable {
    let masters: MasterKeys
    let identifiers: IdentifierHash
    let now: @Sendable () -> Date

    func callAsFunction(_ id: UserID, from origin: Origin, _ tx: Transaction) async throws {
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        let now = now()
        let address = try await ownAddress(of: user, tx)
        if let address { try await tx.forgetGuardianInvitations(to: address) }
        // An erasure waits for nobody: an organisation may be left without an owner, until the platform's admin names one.
        for var organisation in try await tx.lockedOrganisations(of: id) { try await Leave(now: now)(id, &organisation, from: origin, tx) }
        if let address { try await tx.forgetInvitations(to: address) }
        try await AnnounceEnds(now: now)(try await tx.endSessions(of: id, reason: .erased, now: now), tx)
        try await EndLaunched(now: now)(for: id, tx)
        let signer = try await FindEventSigner(masters: masters)(now: now, tx)
        try await tx.emit(UserDeleted(userId: id, version: user.version + 1, deletedAt: now), signedBy: signer)
        try await ForgetInTopic.plan(for: id, erasedAt: now, tx)
        try await tx.forgetPublishedNames(of: id)
        try await tx.deleteUser(id)
        try await tx.forgetAllLoginFailures(of: identifiers.account(user.username))
        try await tx.audit(AuditEntry(.accountErased, at: now, from: origin, user: id))
    }

    /// In lower case. An address that is merely claimed is somebody else's, perhaps, and one that another account has proven too is that person's as well:
    /// what was sent there is left to them.
    private func ownAddress(of user: UserRecord, _ tx: Transaction) async throws -> String? {
        guard let address = user.provenAddress?.lowercased() else { return nil }
        return try await tx.users(withProvenEmail: address, limit: 2).allSatisfy { $0 == user.id } ? address : nil
    }
}
