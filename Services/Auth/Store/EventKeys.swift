import Foundation
import Postgres
import Sealing

extension PostgresRunner {
    /// The public halves of all that were not withdrawn, however long ago they signed.
    func publishedEventKeys() async throws -> [JSONWebKey] {
        try await query("SELECT kid, public_key FROM event_keys WHERE withdrawn_at IS NULL ORDER BY created_at, kid").map {
            JSONWebKey(kid: try $0["kid"], publicKey: try $0["public_key"])
        }
    }
}

extension Transaction {
    /// The one that signs, kept from being retired until the transaction ends.
    func signingEventKey() async throws -> EventKey? {
        try await first("SELECT \(unescaped: EventKey.columns) FROM event_keys WHERE retired_at IS NULL FOR SHARE").map(EventKey.init)
    }

    /// The same, to seal it anew.
    func lockedEventKeys() async throws -> [EventKey] {
        try await query("SELECT \(unescaped: EventKey.columns) FROM event_keys WHERE retired_at IS NULL FOR NO KEY UPDATE").map(EventKey.init)
    }

    /// Nothing while another signs.
    func insert(_ key: EventKey) async throws {
        try await execute(
            """
            INSERT INTO event_keys (kid, public_key, sealed_key, master_key_id, created_at)
            VALUES (\(key.kid), \(key.publicKey), \(key.sealedKey), \(key.masterKeyID), \(key.createdAt)) ON CONFLICT DO NOTHING
            """)
    }

    /// The one that signs does so no more: its private half goes. It stays published unless it is withdrawn.
    func retireEventKey(withdrawn: Bool, now: Date) async throws {
        try await execute(
            """
            UPDATE event_keys SET sealed_key = NULL, master_key_id = NULL, retired_at = \(now), withdrawn_at = \(withdrawn ? now : nil)::timestamptz
            WHERE retired_at IS NULL
            """)
    }

    /// What is still in the outbox is to be signed anew.
    func dropSignatures() async throws { try await execute("UPDATE outbox SET signature = NULL WHERE signature IS NOT NULL") }

    /// How it is sealed; the rest of a key never changes.
    func update(_ key: EventKey) async throws {
        try await execute("UPDATE event_keys SET sealed_key = \(key.sealedKey), master_key_id = \(key.masterKeyID) WHERE kid = \(key.kid)")
    }
}

extension EventKey {
    fileprivate static let columns = "kid, public_key, sealed_key, master_key_id, created_at"

    fileprivate init(_ row: Row) throws {
        self.init(
            kid: try row["kid"], publicKey: try row["public_key"], sealedKey: try row["sealed_key"], masterKeyID: try row["master_key_id"],
            createdAt: try row["created_at"])
    }
}
