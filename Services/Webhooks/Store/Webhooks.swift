import CareModels
import Foundation
import Postgres

extension Webhook.State: PostgresEncodable, PostgresDecodable {}
extension Webhook.Reason: PostgresEncodable, PostgresDecodable {}

extension Webhook {
    private static let columns = "id, client_id, version, url, types, description, state, reason, created_at, updated_at, delivered_at, failing_since"

    fileprivate static var select: SQL { "SELECT \(unescaped: columns) FROM webhooks" }

    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"], clientID: try row["client_id"], version: try row["version"], url: try row["url"], types: try row["types"],
            description: try row["description"], state: try row["state"], reason: try row["reason"], createdAt: try row["created_at"],
            updatedAt: try row["updated_at"], deliveredAt: try row["delivered_at"], failingSince: try row["failing_since"])
    }
}

extension PostgresRunner {
    func webhook(_ id: WebhookID, of client: String) async throws -> Webhook? {
        try await first("\(Webhook.select) WHERE id = \(id) AND client_id = \(client)").map { try Webhook($0) }
    }

    /// The latest first.
    func webhooks(of client: String, after: TimeCursor<WebhookKind>?, limit: Int) async throws -> [Webhook] {
        let since: SQL = after.map { "AND (created_at, id) < (\($0.instant), \($0.id))" } ?? ""
        let rows = try await query("\(Webhook.select) WHERE client_id = \(client) \(since) ORDER BY created_at DESC, id DESC LIMIT \(limit)")
        return try rows.map { try Webhook($0) }
    }
}

extension Transaction {
    /// Those of one client are made one after the other.
    func lockClient(_ client: String) async throws {
        try await execute("SELECT pg_advisory_xact_lock(hashtextextended(\(client)::text, 0))")
    }

    func countWebhooks(of client: String) async throws -> Int {
        try await first("SELECT count(*) FROM webhooks WHERE client_id = \(client)")?[0] ?? 0
    }

    func lockWebhook(_ id: WebhookID, of client: String) async throws -> Webhook? {
        try await first("\(Webhook.select) WHERE id = \(id) AND client_id = \(client) FOR NO KEY UPDATE").map { try Webhook($0) }
    }

    func lockWebhook(_ id: WebhookID) async throws -> Webhook? {
        try await first("\(Webhook.select) WHERE id = \(id) FOR NO KEY UPDATE").map { try Webhook($0) }
    }

    /// With everything that hangs on it; its log does not.
    func deleteWebhook(_ id: WebhookID) async throws { try await execute("DELETE FROM webhooks WHERE id = \(id)") }

    func insert(_ webhook: Webhook) async throws {
        try await execute(
            """
            INSERT INTO webhooks (id, client_id, version, url, types, description, state, created_at, updated_at)
            VALUES (\(webhook.id), \(webhook.clientID), \(webhook.version), \(webhook.url), \(webhook.types), \(webhook.description)::text,
                    \(webhook.state), \(webhook.createdAt), \(webhook.updatedAt))
            """)
    }

    func update(_ webhook: Webhook) async throws {
        try await execute(
            """
            UPDATE webhooks SET version = \(webhook.version), url = \(webhook.url), types = \(webhook.types), description = \(webhook.description)::text,
                state = \(webhook.state), reason = \(webhook.reason)::text, updated_at = \(webhook.updatedAt), delivered_at = \(webhook.deliveredAt)::timestamptz,
                failing_since = \(webhook.failingSince)::timestamptz
            WHERE id = \(webhook.id)
            """)
    }

    /// Those for which more than `most` wait, locked.
    func overfullWebhooks(most: Int) async throws -> [Webhook] {
        let rows = try await query(
            """
            \(Webhook.select) WHERE state <> 'disabled'
              AND (SELECT count(*) FROM (SELECT FROM deliveries WHERE webhook_id = webhooks.id LIMIT \(most + 1)) AS waiting) > \(most)
            ORDER BY id FOR NO KEY UPDATE
            """)
        return try rows.map { try Webhook($0) }
    }
}
