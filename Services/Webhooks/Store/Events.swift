import CareModels
import Foundation
import Outbox
import Postgres

extension WebhookEvent {
    /// `row` has the columns of `events`.
    init(_ row: Row, _ seals: Seals) throws {
        let id: EventID = try row["event_id"]
        let sealed = Seals.Sealed(bytes: try row["sealed"], masterKeyID: try row["master_key_id"])
        self.init(
            id: id, type: try row["type"], source: try row["source"], subject: try row["subject"], time: try row["occurred_at"],
            data: try seals.open(sealed, for: .events, at: "event \(id)"))
    }
}

extension Transaction {
    /// Its position; nil where it names somebody who was erased, and is not kept for that (`Erased`). `webhook`: it is for no other.
    func insert(_ event: WebhookEvent, on topic: Topic, for webhook: WebhookID? = nil, now: Date, _ seals: Seals) async throws -> Int? {
        let sealed = try seals.seal(event.data, for: .events, at: "event \(event.id)")
        let mentioned = WebhookEvents.ids(in: event.data).union([event.subject]).sorted { $0.uuidString < $1.uuidString }
        try await lockForTaking()
        // Known already when a dead letter of long ago is sent again: the inbox has forgotten it.
        let row = try await first(
            """
            INSERT INTO events (event_id, topic, type, source, subject, occurred_at, received_at, sealed, master_key_id, mentioned_ids, addressed_to)
            SELECT \(event.id)::uuid, \(topic.rawValue)::text, \(event.type)::text, \(event.source)::text, \(event.subject)::uuid, \(event.time)::timestamptz,
                \(now)::timestamptz, \(sealed.bytes)::bytea, \(sealed.masterKeyID)::text, \(mentioned)::uuid[], \(webhook)::uuid
            WHERE \(event.type)::text = \(UserDeleted.type)::text OR NOT EXISTS (
                SELECT FROM erased_people
                WHERE person_id = ANY(\(mentioned)) AND (erased_at >= \(event.time) OR \(topic.rawValue)::text <> ALL(\(Self.followed)::text[])))
            ON CONFLICT (event_id) DO UPDATE SET received_at = events.received_at
            RETURNING position
            """)
        return try row?["position"]
    }

    private static let followed = Erased.followed.map(\.rawValue)

    /// Whatever names the person and is not kept for that, whether it waits or was sent; not their deletion itself. Lanes first, as
    /// whoever ends a delivery has them.
    func eraseEvents(about person: UserID, until instant: Date) async throws {
        try await batch([
            "SELECT 1 FROM lanes WHERE subject = \(person) ORDER BY id FOR UPDATE",
            """
            DELETE FROM events WHERE mentioned_ids @> ARRAY[\(person)]::uuid[] AND type <> \(UserDeleted.type)
              AND (occurred_at <= \(instant) OR topic <> ALL(\(Self.followed)::text[]))
            """,
            "DELETE FROM lanes WHERE subject = \(person) AND NOT EXISTS (SELECT FROM deliveries WHERE lane_id = lanes.id)"
        ])
    }

    /// A batch of those that came before `cutoff`, with what still waits of them, of which a line is left in the log, and of the log; true when there may be more.
    func forgetEvents(before cutoff: Date, now: Date, batch: Int = 1000) async throws -> Bool {
        let events: [Int] = try await query(
            "SELECT position FROM events WHERE received_at < \(cutoff) ORDER BY received_at LIMIT \(batch) FOR UPDATE SKIP LOCKED"
        ).map { try $0["position"] }
        if !events.isEmpty {
            try await insertExpired(events, now: now)
            try await execute("DELETE FROM events WHERE position = ANY(\(events))")
        }
        let attempts = try await deleteBatch(from: "attempts", where: "attempted_at < \(cutoff)", by: "attempted_at", most: batch)
        return events.count == batch || attempts == batch
    }

    /// As `resealSecrets`.
    func resealEvents(after position: Int?, limit: Int, _ seals: Seals, unopened: () -> Void) async throws -> Int? {
        let rows = try await query(
            """
            SELECT position, event_id, sealed, master_key_id FROM events WHERE master_key_id = ANY(\(seals.earlierIDs)::text[])
              AND position > \(position ?? 0) ORDER BY position LIMIT \(limit) FOR NO KEY UPDATE
            """)
        var updates: [SQL] = []
        for row in rows {
            let (position, event): (Int, EventID) = (try row["position"], try row["event_id"])
            guard let data = try? seals.open(Seals.Sealed(bytes: try row["sealed"], masterKeyID: try row["master_key_id"]), for: .events, at: "event \(event)")
            else {
                unopened()
                continue
            }
            let sealed = try seals.seal(data, for: .events, at: "event \(event)")
            updates.append("UPDATE events SET sealed = \(sealed.bytes), master_key_id = \(sealed.masterKeyID) WHERE position = \(position)")
        }
        try await batch(updates)
        return rows.count == limit ? try rows.last?["position"] : nil
    }
}
