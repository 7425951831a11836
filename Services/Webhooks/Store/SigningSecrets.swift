import CareModels
import Foundation
import Postgres
import Sealing

/// Seals what this service keeps, under keys derived from the master key.
struct Seals: Sendable {
    let masters: MasterKeys

    struct Sealed: Sendable {
        var bytes: [UInt8]
        var masterKeyID: String
    }

    enum Purpose: String {
        case secrets = "webhooks secrets"
        case events = "webhooks events"
    }

    func seal(_ bytes: [UInt8], for purpose: Purpose, at place: String) throws -> Sealed {
        let master = masters.current
        return Sealed(bytes: Array(try master.derived(purpose.rawValue).seal(bytes, at: place)), masterKeyID: master.id)
    }

    /// Throws `CannotOpen`, or `MasterKeyMissing`.
    func open(_ sealed: Sealed, for purpose: Purpose, at place: String) throws -> [UInt8] {
        guard let master = masters.key(sealed.masterKeyID) else { throw MasterKeyMissing(id: sealed.masterKeyID) }
        return Array(try master.derived(purpose.rawValue).open(sealed.bytes, at: place))
    }

    /// What is to be sealed anew.
    var earlierIDs: [String] { masters.earlier.map(\.id) }
}

extension PostgresRunner {
    /// Those that hold at this instant, the newest first; throws `CannotOpen` when none opens.
    func signingSecrets(of webhook: WebhookID, now: Date, _ seals: Seals) async throws -> [SigningSecret] {
        guard let secrets = try await signingSecrets(of: [webhook], now: now, seals)[webhook] else { throw CannotOpen() }
        return secrets
    }

    /// Without those that do not open, and webhooks of which none does.
    func signingSecrets(of webhooks: [WebhookID], now: Date, _ seals: Seals) async throws -> [WebhookID: [SigningSecret]] {
        let rows = try await query(
            """
            SELECT id, webhook_id, sealed, master_key_id FROM signing_secrets
            WHERE webhook_id = ANY(\(webhooks.map(\.uuid))) AND (expires_at IS NULL OR expires_at > \(now)) ORDER BY created_at DESC, id DESC
            """)
        var secrets: [WebhookID: [SigningSecret]] = [:]
        for row in rows {
            let (id, webhook): (UUID, WebhookID) = (try row["id"], try row["webhook_id"])
            let sealed = Seals.Sealed(bytes: try row["sealed"], masterKeyID: try row["master_key_id"])
            guard let bytes = try? seals.open(sealed, for: .secrets, at: "secret \(id.lowercaseText)") else { continue }
            secrets[webhook, default: []].append(SigningSecret(bytes))
        }
        return secrets
    }
}

extension Transaction {
    /// Those before it hold until `overlap`; of them the one before it only.
    func insert(_ secret: SigningSecret, _ id: UUID, of webhook: WebhookID, until overlap: Date, now: Date, _ seals: Seals) async throws {
        let sealed = try seals.seal(secret.bytes, for: .secrets, at: "secret \(id.lowercaseText)")
        try await batch([
            "DELETE FROM signing_secrets WHERE webhook_id = \(webhook) AND expires_at IS NOT NULL",
            "UPDATE signing_secrets SET expires_at = \(overlap) WHERE webhook_id = \(webhook)",
            """
            INSERT INTO signing_secrets (id, webhook_id, sealed, master_key_id, created_at)
            VALUES (\(id), \(webhook), \(sealed.bytes), \(sealed.masterKeyID), \(now))
            """
        ])
    }

    /// Seals anew up to `limit` that an earlier master key seals, behind `id`; the one to go on after, nil when there are no more. One that does not
    /// open is left, and told by `unopened`.
    func resealSecrets(after id: UUID?, limit: Int, _ seals: Seals, unopened: () -> Void) async throws -> UUID? {
        let rows = try await query(
            """
            SELECT id, sealed, master_key_id FROM signing_secrets WHERE master_key_id = ANY(\(seals.earlierIDs)::text[])
              AND (\(id)::uuid IS NULL OR id > \(id)::uuid) ORDER BY id LIMIT \(limit) FOR NO KEY UPDATE
            """)
        var updates: [SQL] = []
        for row in rows {
            let id: UUID = try row["id"]
            let place = "secret \(id.lowercaseText)"
            guard let bytes = try? seals.open(Seals.Sealed(bytes: try row["sealed"], masterKeyID: try row["master_key_id"]), for: .secrets, at: place) else {
                unopened()
                continue
            }
            let sealed = try seals.seal(bytes, for: .secrets, at: place)
            updates.append("UPDATE signing_secrets SET sealed = \(sealed.bytes), master_key_id = \(sealed.masterKeyID) WHERE id = \(id)")
        }
        try await batch(updates)
        return rows.count == limit ? try rows.last?["id"] : nil
    }

    /// A batch of those that no longer sign; true when there may be more.
    func forgetExpiredSecrets(now: Date, batch: Int = 1000) async throws -> Bool {
        let gone = try await deleteBatch(from: "signing_secrets", where: "expires_at <= \(now)", most: batch)
        return gone == batch
    }
}
