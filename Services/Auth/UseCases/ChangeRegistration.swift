import Foundation
import Postgres

/// A client that registered itself says anew what it is. It may ask for less than before, and not for more; how it proves itself stays, and what an operator
/// has set.
struct ChangeRegistration: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ metadata: ClientMetadata, of id: String, token: [UInt8], from origin: Origin, _ tx: Transaction) async throws -> ClientRecord {
        // Before its row is locked, which whoever logs in to that app waits for, and once more behind it: who has no token holds nobody up.
        guard try await tx.registeredClient(id, tokenHash: token) != nil, var record = try await tx.lockedClient(id),
            try await tx.registeredClient(id, tokenHash: token) != nil
        else { throw OAuthError.registrationRefused }
        guard metadata.client_id == id else { throw OAuthError(.invalidClientMetadata, "client_id must be the one that the client has") }
        let (before, method) = (ClientMetadata.method(of: record.client), try metadata.authMethod())
        guard method == before || method.takesSecret && before.takesSecret else {
            throw OAuthError(.invalidClientMetadata, "token_endpoint_auth_method cannot be changed")
        }
        let former = record.client.formerSecret
        record.client = try metadata.client(id: id, secretHash: record.client.secretHash, within: record.client.scopes, before: record.client)
        (record.client.formerSecret, record.updatedAt, record.revision) = (former, now(), record.revision + 1)
        try await tx.save(record)
        try await tx.audit(AuditEntry(.clientWritten, at: record.updatedAt, of: id, from: origin))
        return record
    }
}
