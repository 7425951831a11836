import Foundation
import Postgres

/// Somebody registers a client of theirs by an invitation, which is spent by one; at once only as many get in as it has left.
struct RegisterInvitedClient: Sendable {
    /// What the client is given.
    struct Credentials: Sendable {
        var id: String
        /// Of its secret, where it takes one.
        var secretHash: [UInt8]
        /// Of what it reads and changes its registration with.
        var registrationHash: [UInt8]
    }

    let now: @Sendable () -> Date

    func callAsFunction(
        _ metadata: ClientMetadata, invitation: [UInt8], _ credentials: Credentials, from origin: Origin, _ tx: Transaction
    ) async throws -> ClientRecord {
        let now = now()
        guard let scopes = try await tx.spendInvitation(tokenHash: invitation, now: now) else { throw OAuthError.registrationRefused }
        let client = try metadata.client(id: credentials.id, secretHash: credentials.secretHash, within: scopes)
        let record = ClientRecord(client: client, revision: 1, createdAt: now, updatedAt: now)
        guard try await tx.insert(record) else { throw Refusal.clientExists }
        try await tx.setRegistrationToken(credentials.registrationHash, of: client.id)
        try await tx.audit(AuditEntry(.clientRegistered, at: now, of: client.id, from: origin))
        return record
    }
}
