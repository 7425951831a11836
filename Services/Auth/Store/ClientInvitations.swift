import Foundation
import Postgres

extension PostgresRunner {
    /// One that registered itself and is not disabled, by what it was given for that.
    func registeredClient(_ id: String, tokenHash: [UInt8]) async throws -> ClientRecord? {
        guard let record = try await clientRecord(id), record.disabledAt == nil else { return nil }
        let row = try await first("SELECT registration_hash FROM oauth_clients WHERE id = \(id)")
        guard let hash: [UInt8] = try row?["registration_hash"], Secret.equal(hash, tokenHash) else { return nil }
        return record
    }
}

extension Transaction {
    /// One with a token that invites already begins anew.
    func save(_ invitation: ClientInvitation) async throws {
        try await execute(
            """
            INSERT INTO client_invitations (token_hash, scopes, clients_left, created_at, expires_at)
            VALUES (\(invitation.tokenHash), \(Scopes.sorted(invitation.scopes)), \(invitation.clientsLeft), \(invitation.createdAt), \(invitation.expiresAt))
            ON CONFLICT (token_hash) DO UPDATE SET
                scopes = EXCLUDED.scopes, clients_left = EXCLUDED.clients_left, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
            """)
    }

    /// Counts one client: what it may ask for at most; nil when the invitation is over, spent or none.
    func spendInvitation(tokenHash: [UInt8], now: Date) async throws -> Set<String>? {
        let row = try await first(
            """
            UPDATE client_invitations SET clients_left = clients_left - 1
            WHERE token_hash = \(tokenHash) AND clients_left > 0 AND expires_at > \(now) RETURNING scopes
            """)
        let scopes: [String]? = try row?["scopes"]
        return scopes.map(Set.init)
    }

    /// With what it reads and changes its registration from now on.
    func setRegistrationToken(_ hash: [UInt8], of client: String) async throws {
        try await execute("UPDATE oauth_clients SET registration_hash = \(hash) WHERE id = \(client)")
    }

    func purgeClientInvitations(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "client_invitations", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}
