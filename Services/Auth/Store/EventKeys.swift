import CareModels
import Foundation
import Outbox
import Postgres
import Sealing
import Telemetry

extension PostgresRunner {
    /// The public halves of all that were not withdrawn, however long ago they signed.
    func publishedEventKeys() async throws -> [JSONWebKey] {
        try await query("SELECT kid, public_key FROM event_keys WHERE withdrawn_at IS NULL ORDER BY created_at, kid").map {
            JSONWebKey(kid: try $0["kid"], publicKey: try $0["public_key"])
        }
    }
}

extension Transaction {
    /// The key that signs, made at first need. It is not retired before this transaction has ended.
    func eventSigner(_ masters: MasterKeys, now: Date) async throws -> EventSigner {
        if let found = try await signingEventKey() { return try found.signer(masters) }
        try await insert(EventKey.make(masters: masters, now: now))
        guard let made = try await signingEventKey() else { throw SigningKey.CannotOpen() }
        return try made.signer(masters)
    }

    /// The next key signs from now on. That before stays published; with `withdrawn` it does not, and what it signed is signed anew.
    func replaceEventKey(_ masters: MasterKeys, withdrawn: Bool, now: Date) async throws -> String {
        try await execute(
            """
            UPDATE event_keys SET sealed_key = NULL, master_key_id = NULL, retired_at = \(now), withdrawn_at = \(withdrawn ? now : nil)::timestamptz
            WHERE retired_at IS NULL
            """)
        let next = try EventKey.make(masters: masters, now: now)
        try await insert(next)
        if withdrawn { try await execute("UPDATE outbox SET signature = NULL WHERE signature IS NOT NULL") }
        return next.kid
    }

    /// Seals anew what an earlier master key seals. One that cannot be opened is left as it is and counted.
    func resealEventKeys(masters: MasterKeys) async throws {
        let earlier = masters.earlier.map(\.id)
        let rows = try await query("SELECT kid, public_key, sealed_key, master_key_id, created_at FROM event_keys WHERE retired_at IS NULL FOR NO KEY UPDATE")
        for var key in try rows.map(EventKey.init) where earlier.contains(key.masterKeyID) {
            guard let opened = try? key.opened(masters) else {
                Metrics.count("care_reseal_failures_total", [("what", "event key")])
                continue
            }
            try key.seal(opened, with: masters.current)
            try await execute("UPDATE event_keys SET sealed_key = \(key.sealedKey), master_key_id = \(key.masterKeyID) WHERE kid = \(key.kid)")
        }
    }

    private func signingEventKey() async throws -> EventKey? {
        try await first("SELECT kid, public_key, sealed_key, master_key_id, created_at FROM event_keys WHERE retired_at IS NULL FOR SHARE")
            .map(EventKey.init)
    }

    private func insert(_ key: EventKey) async throws {
        try await execute(
            """
            INSERT INTO event_keys (kid, public_key, sealed_key, master_key_id, created_at)
            VALUES (\(key.kid), \(key.publicKey), \(key.sealedKey), \(key.masterKeyID), \(key.createdAt)) ON CONFLICT DO NOTHING
            """)
    }
}
