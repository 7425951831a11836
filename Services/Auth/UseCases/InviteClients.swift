import Foundation
import Postgres

/// An operator lets whoever gets the token register clients.
struct InviteClients: Sendable {
    func callAsFunction(_ invitation: ClientInvitation, _ tx: Transaction) async throws {
        try await tx.save(invitation)
        try await tx.audit(AuditEntry(.clientsInvited, at: invitation.createdAt, from: .platform))
    }
}
