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
        // An erasure waits for nobody: an organisation may be left without an owner, until the platform's admin names one.
        for var organisation in try await tx.lockedOrganisations(of: id) { try await Leave(now: now)(id, &organisation, from: origin, tx) }
        try await tx.forgetInvitations(to: user.email)
        try await AnnounceEnds(now: now)(try await tx.endSessions(of: id, reason: .erased, now: now), tx)
        let signer = try await FindEventSigner(masters: masters)(now: now, tx)
        try await tx.emit(UserDeleted(userId: id, version: user.version + 1, deletedAt: now), signedBy: signer)
        try await tx.forgetPublishedNames(of: id)
        try await tx.deleteUser(id)
        try await tx.forgetAllLoginFailures(of: identifiers.account(user.username))
        try await tx.audit(AuditEntry(.accountErased, at: now, from: origin, user: id))
    }
}
