import CareModels
import Foundation
import Postgres

/// How often a delivery has failed, and from when on its three days count.
struct DeliveryState: Sendable {
    var failures: Int
    /// Its first attempt, or what it waited behind (`passOn`); nil before either.
    var firstTriedAt: Date?
}

extension PostgresRunner {
    /// How many deliveries wait, and when the oldest of those came that an active webhook waits for.
    func waitingDeliveries() async throws -> (count: Int, oldest: Date?) {
        let row = try await first(
            """
            SELECT (SELECT count(*) FROM deliveries) AS count,
                (SELECT min(events.received_at) FROM deliveries JOIN events ON events.position = deliveries.event_position
                 JOIN webhooks ON webhooks.id = deliveries.webhook_id WHERE webhooks.state = 'active') AS oldest
            """)
        return (try row?["count"] ?? 0, try row?["oldest"])
    }
}

extension Transaction {
    /// Nil when the lease has passed to another, or the event was erased. Locks the lane.
    func lockedState(of delivery: LeasedDelivery) async throws -> DeliveryState? {
        guard try await first("SELECT 1 FROM lanes WHERE id = \(delivery.laneID) AND lease = \(delivery.lease) FOR UPDATE") != nil else { return nil }
        let row = try await first(
            "SELECT attempts, first_tried_at FROM deliveries WHERE lane_id = \(delivery.laneID) AND event_position = \(delivery.position) FOR UPDATE")
        return try row.map { DeliveryState(failures: Int(try $0["attempts"] as Int32), firstTriedAt: try $0["first_tried_at"]) }
    }

    /// It is done with; the next of its key is due. Where others have come before it meanwhile, by a replay, it is sent again behind them: a receiver that takes each
    /// event as it comes would be left with an older one.
    func remove(_ delivery: LeasedDelivery, now: Date) async throws {
        try await batch([
            """
            DELETE FROM deliveries WHERE lane_id = \(delivery.laneID) AND event_position = \(delivery.position) AND NOT EXISTS (
                SELECT FROM deliveries AS earlier WHERE earlier.lane_id = \(delivery.laneID) AND earlier.event_position < \(delivery.position))
            """,
            "UPDATE lanes SET lease = NULL, next_at = \(now) WHERE id = \(delivery.laneID) AND lease = \(delivery.lease)",
            """
            DELETE FROM lanes WHERE id = \(delivery.laneID) AND lease IS NULL AND NOT EXISTS (SELECT FROM deliveries WHERE lane_id = \(delivery.laneID))
            """
        ])
    }

    /// One was given up that was tried since then: for the next of its key the days count from there too, or from when it came itself.
    func passOn(_ firstTriedAt: Date, behind delivery: LeasedDelivery) async throws {
        try await execute(
            """
            UPDATE deliveries SET first_tried_at = greatest(\(firstTriedAt)::timestamptz, events.received_at) FROM events
            WHERE lane_id = \(delivery.laneID) AND first_tried_at IS NULL AND position = event_position
              AND event_position = (SELECT min(event_position) FROM deliveries WHERE lane_id = \(delivery.laneID))
            """)
    }

    /// It waits until then.
    func putOff(_ delivery: LeasedDelivery, until instant: Date, now: Date) async throws {
        try await batch([
            """
            UPDATE deliveries SET attempts = attempts + 1, first_tried_at = coalesce(first_tried_at, \(now))
            WHERE lane_id = \(delivery.laneID) AND event_position = \(delivery.position)
            """,
            "UPDATE lanes SET lease = NULL, next_at = \(instant) WHERE id = \(delivery.laneID) AND lease = \(delivery.lease)"
        ])
    }

    /// The lane is anyone's again, when its event was erased meanwhile.
    func release(_ delivery: LeasedDelivery, now: Date) async throws {
        try await execute("UPDATE lanes SET lease = NULL, next_at = \(now) WHERE id = \(delivery.laneID) AND lease = \(delivery.lease)")
    }
}
