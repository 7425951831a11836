import CareModels
import Foundation
import Postgres

/// One event on its way to one webhook, by whoever holds the lease of its lane.
struct LeasedDelivery: Sendable {
    var laneID: Int
    var lease: UUID
    var position: Int
    var webhookID: WebhookID
    var clientID: String
    var url: String
    var event: WebhookEvent
    var secrets: [SigningSecret]
}

/// What was leased.
struct Leased: Sendable {
    var deliveries: [LeasedDelivery] = []
    /// So many wait on, since their event or the secret that would sign it does not open.
    var unopened = 0
}

/// Who may be asked for more.
struct LaneRoom: Sendable {
    /// Of all webhooks.
    var total: Int
    /// Under way already.
    var busy: UnderWay
    /// Of one webhook at once; of one that fails, one.
    var perWebhook: Int
}

extension Transaction {
    /// The lanes of these webhooks for one key, made where they are missing; locked, so that whoever ends a lane's last delivery sees the next.
    private func lanes(of webhooks: [WebhookID], _ topic: String, _ subject: UUID, now: Date) async throws {
        try await execute(
            """
            INSERT INTO lanes (webhook_id, topic, subject, next_at)
            SELECT id, \(topic)::text, \(subject)::uuid, \(now)::timestamptz FROM unnest(\(webhooks.map(\.uuid))::uuid[]) AS id ORDER BY id
            ON CONFLICT (webhook_id, topic, subject) DO UPDATE SET next_at = lanes.next_at
            """)
    }

    /// The event waits for each of these.
    func enqueue(_ position: Int, _ topic: Topic, _ subject: UUID, for webhooks: [WebhookID], now: Date) async throws {
        try await lanes(of: webhooks, topic.rawValue, subject, now: now)
        try await execute(
            """
            INSERT INTO deliveries (lane_id, event_position, webhook_id)
            SELECT id, \(position)::bigint, webhook_id FROM lanes
            WHERE webhook_id = ANY(\(webhooks.map(\.uuid))) AND topic = \(topic.rawValue) AND subject = \(subject)
            ON CONFLICT DO NOTHING
            """)
    }

    /// The events that are kept since then, of the webhook's types, granted to its client still, and for no other alone.
    private func kept(since: Date, for webhook: Webhook) -> SQL {
        """
        FROM events WHERE occurred_at >= \(since) AND type = ANY(\(webhook.types)) AND (addressed_to IS NULL OR addressed_to = \(webhook.id))
          AND EXISTS (SELECT FROM grants WHERE grants.client_id = \(webhook.clientID) AND grants.type = events.type)
        """
    }

    /// How many kept events of the webhook's types there are since then.
    func countKept(since: Date, for webhook: Webhook, most: Int) async throws -> Int {
        try await first(
            """
            SELECT count(*) FROM (
                SELECT \(kept(since: since, for: webhook)) LIMIT \(most + 1)
            ) AS kept
            """)?[0] ?? 0
    }

    /// They wait again, each before what came after it. How many there are.
    func enqueueKept(since: Date, for webhook: Webhook, now: Date) async throws -> Int {
        let kept = kept(since: since, for: webhook)
        try await execute(
            """
            INSERT INTO lanes (webhook_id, topic, subject, next_at)
            SELECT DISTINCT \(webhook.id)::uuid, topic, subject, \(now)::timestamptz \(kept) ORDER BY topic, subject
            ON CONFLICT (webhook_id, topic, subject) DO UPDATE SET next_at = lanes.next_at
            """)
        return try await execute(
            """
            INSERT INTO deliveries (lane_id, event_position, webhook_id)
            SELECT lanes.id, kept.position, lanes.webhook_id FROM (SELECT position, topic, subject \(kept)) AS kept
            JOIN lanes ON lanes.webhook_id = \(webhook.id) AND lanes.topic = kept.topic AND lanes.subject = kept.subject
            ON CONFLICT DO NOTHING
            """)
    }

    /// What waits is due at once, as if it had never been tried.
    func retryWaiting(of webhook: WebhookID, now: Date) async throws {
        try await batch([
            "UPDATE lanes SET next_at = \(now) WHERE webhook_id = \(webhook) AND lease IS NULL",
            "UPDATE deliveries SET attempts = 0, first_tried_at = NULL WHERE webhook_id = \(webhook) AND first_tried_at IS NOT NULL"
        ])
    }

    /// Locks lanes that are due and may be sent: first of the clients that have the least under way, of each the oldest. Of a
    /// webhook that fails none so soon after the last attempt (`RetrySchedule.calmest`).
    private func lockDue(_ room: LaneRoom, now: Date) async throws -> [Int] {
        let webhooks = room.busy.ofWebhook.sorted { $0.key < $1.key }
        let clients = room.busy.ofClient.sorted { $0.key < $1.key }
        let due = try await query(
            """
            SELECT lane.id, coalesce(busy_client.count, 0) + row_number() OVER (PARTITION BY webhooks.client_id ORDER BY lane.next_at, lane.id) AS of_client
            FROM webhooks
            LEFT JOIN unnest(\(webhooks.map(\.key.uuid))::uuid[], \(webhooks.map(\.value))::bigint[]) AS busy (id, count) ON busy.id = webhooks.id
            LEFT JOIN unnest(\(clients.map(\.key))::text[], \(clients.map(\.value))::bigint[]) AS busy_client (id, count) ON busy_client.id = webhooks.client_id
            CROSS JOIN LATERAL (
                SELECT id, next_at FROM lanes WHERE webhook_id = webhooks.id AND next_at <= \(now) ORDER BY next_at
                LIMIT greatest(0, CASE WHEN webhooks.failing_since IS NULL THEN \(room.perWebhook) ELSE 1 END - coalesce(busy.count, 0))
                FOR NO KEY UPDATE SKIP LOCKED
            ) AS lane
            WHERE webhooks.state = 'active' AND (webhooks.failing_since IS NULL OR NOT EXISTS (
                SELECT FROM attempts WHERE attempts.webhook_id = webhooks.id AND attempts.attempted_at > \(now)::timestamptz - least(
                    make_interval(secs => \(RetrySchedule.calmest)::float8),
                    (\(now)::timestamptz - webhooks.failing_since) * \(RetrySchedule.calm)::float8)))
            ORDER BY of_client, lane.next_at LIMIT \(room.total)
            """)
        let granted = Shares.granted(try due.map { try $0["of_client"] }, free: room.total)
        return try due.prefix(granted).map { try $0["id"] }
    }

    /// Leases lanes that are due to `lease` until then, and gives what is first in each.
    func leaseDue(_ room: LaneRoom, lease: UUID, until: Date, now: Date, _ seals: Seals) async throws -> Leased {
        let lanes = try await lockDue(room, now: now)
        guard !lanes.isEmpty else { return Leased() }
        try await execute("UPDATE lanes SET lease = \(lease), next_at = \(until) WHERE id = ANY(\(lanes))")
        // What was erased, or is kept no longer, leaves a lane without deliveries.
        try await execute("DELETE FROM lanes WHERE id = ANY(\(lanes)) AND NOT EXISTS (SELECT FROM deliveries WHERE lane_id = lanes.id)")
        let rows = try await query(
            """
            SELECT lanes.id AS lane_id, lanes.webhook_id, webhooks.client_id, webhooks.url, events.* FROM lanes JOIN webhooks ON webhooks.id = lanes.webhook_id
            CROSS JOIN LATERAL (SELECT event_position FROM deliveries WHERE lane_id = lanes.id ORDER BY event_position LIMIT 1) AS head
            JOIN events ON events.position = head.event_position WHERE lanes.id = ANY(\(lanes))
            """)
        let secrets = try await signingSecrets(of: Array(Set(try rows.map { try $0["webhook_id"] })), now: now, seals)
        var leased = Leased()
        for row in rows {
            let webhook: WebhookID = try row["webhook_id"]
            // One that does not open holds up nobody else's: it is looked at again when its lease is over.
            guard let signedBy = secrets[webhook], let event = try? WebhookEvent(row, seals) else {
                leased.unopened += 1
                continue
            }
            leased.deliveries.append(
                LeasedDelivery(
                    laneID: try row["lane_id"], lease: lease, position: try row["position"], webhookID: webhook, clientID: try row["client_id"],
                    url: try row["url"], event: event, secrets: signedBy))
        }
        return leased
    }
}
