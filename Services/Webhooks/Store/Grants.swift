import Foundation
import Postgres

extension PostgresRunner {
    /// The types that a client may have.
    func grantedTypes(of client: String) async throws -> Set<String> {
        Set(try await query("SELECT type FROM grants WHERE client_id = \(client)").map { try $0["type"] })
    }

    /// The types that any webhook has events of.
    func wantedTypes() async throws -> Set<String> {
        Set(
            try await query(
                """
                SELECT DISTINCT type FROM grants WHERE EXISTS (
                    SELECT FROM webhooks WHERE webhooks.client_id = grants.client_id AND grants.type = ANY(types) AND state <> 'disabled')
                """
            ).map { try $0["type"] })
    }
}

extension Transaction {
    /// Locked against their deletion, in the order of their ids: those that an event of this type is to be sent to.
    func webhooks(wanting type: String) async throws -> [WebhookID] {
        try await query(
            """
            SELECT id FROM webhooks WHERE \(type)::text = ANY(types) AND state <> 'disabled'
              AND EXISTS (SELECT FROM grants WHERE grants.client_id = webhooks.client_id AND grants.type = \(type)::text)
            ORDER BY id FOR KEY SHARE OF webhooks
            """
        ).map { try $0["id"] }
    }

    /// These and no others.
    func replaceGrants(of client: String, by types: [String], now: Date) async throws {
        try await batch([
            "DELETE FROM grants WHERE client_id = \(client) AND type <> ALL(\(types)::text[])",
            "INSERT INTO grants (client_id, type, granted_at) SELECT \(client)::text, type, \(now)::timestamptz FROM unnest(\(types)::text[]) AS type ON CONFLICT DO NOTHING"
        ])
    }

    /// What waits for the client's webhooks of types that it may have no longer.
    func dropUngranted(of client: String) async throws {
        try await execute(
            """
            DELETE FROM deliveries USING webhooks, events
            WHERE webhooks.id = deliveries.webhook_id AND webhooks.client_id = \(client) AND events.position = deliveries.event_position
              AND NOT EXISTS (SELECT FROM grants WHERE grants.client_id = webhooks.client_id AND grants.type = events.type)
            """)
    }
}
