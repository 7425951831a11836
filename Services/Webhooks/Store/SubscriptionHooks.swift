import CareModels
import Postgres

extension HookStanding: PostgresEncodable, PostgresDecodable {}

extension Transaction {
    /// The one webhook that the client has at the address of this digest, and that may have events of this type; locked as `webhooks(wanting:)` locks.
    func webhook(wanting type: String, of client: String, at digest: String) async throws -> WebhookID? {
        try await first(
            """
            SELECT id FROM webhooks WHERE client_id = \(client) AND encode(sha256(convert_to(url, 'UTF8')), 'hex') = \(digest)
              AND \(type)::text = ANY(types) AND state <> 'disabled'
              AND EXISTS (SELECT FROM grants WHERE grants.client_id = webhooks.client_id AND grants.type = \(type)::text)
            ORDER BY id LIMIT 1 FOR KEY SHARE OF webhooks
            """)?["id"]
    }

    /// Locked; made where it was not known. Nil where that would be one too many of the patient's.
    func lockHook(of subscription: RecordID, patient: UserID) async throws -> SubscriptionHook? {
        let new = SubscriptionHook()
        let row = try await first(
            """
            INSERT INTO subscription_hooks AS h (record_id, patient_id, version, handshake, state)
            SELECT \(subscription)::uuid, \(patient)::uuid, \(new.version)::bigint, \(new.handshake)::bigint, \(new.standing)::text
            WHERE EXISTS (SELECT FROM subscription_hooks WHERE record_id = \(subscription))
                OR (SELECT count(*) FROM (SELECT FROM subscription_hooks WHERE patient_id = \(patient) LIMIT \(SubscriptionHook.most)) AS had) < \(SubscriptionHook.most)
            ON CONFLICT (record_id) DO UPDATE SET version = h.version RETURNING version, handshake, state
            """)
        return try row.map { SubscriptionHook(version: try $0["version"], handshake: try $0["handshake"], standing: try $0["state"]) }
    }

    func update(_ hook: SubscriptionHook, of subscription: RecordID) async throws {
        try await execute(
            """
            UPDATE subscription_hooks SET version = \(hook.version), handshake = \(hook.handshake), state = \(hook.standing) WHERE record_id = \(subscription)
            """)
    }

    func eraseHooks(ofRecordsOf person: UserID) async throws { try await execute("DELETE FROM subscription_hooks WHERE patient_id = \(person)") }
}
