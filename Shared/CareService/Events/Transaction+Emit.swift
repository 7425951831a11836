import CareModels
import Foundation
import Postgres

/// An event's JSON is larger than an event may be. A mistake of the service: events hold ids and values.
public struct EventTooLarge: Error, Sendable {
    public static let limit = 256 * 1024
    public var type: String
    public var bytes: Int
}

extension Transaction {
    /// Writes the event to the outbox in this commit, with the trace of the request or message being handled. The relay
    /// publishes it after the commit, at least once, unchanged.
    ///
    /// **Lock the aggregate's row first** (`SELECT … FOR UPDATE`, or the UPDATE or INSERT that makes its new version). The
    /// event's position in the outbox is drawn here; only because the row is locked by then do positions of one aggregate
    /// rise in commit order, and that is what keeps the order per key.
    ///
    /// Throws `EventTooLarge` above 256 KiB. The row goes out with the next statement or with the commit, which throws a unique
    /// violation (`outbox_one_event_per_version`) when this version of the subject was already emitted.
    public func emit<Event: CareEvent>(_ event: Event) async throws {
        let data = try CareJSON.encode(event)
        guard data.count <= EventTooLarge.limit else { throw EventTooLarge(type: Event.type, bytes: data.count) }
        let occurredAt = Date()
        let eventID = UUID.v7(at: occurredAt)
        try await executeLater("""
            WITH event AS (
                INSERT INTO outbox (event_id, topic, type, subject, version, occurred_at, traceparent, data)
                VALUES (\(eventID), \(Event.topic.rawValue), \(Event.type), \(event.subject), \(event.version), \(occurredAt), \
            \(TraceContext.current?.traceparent), \(data))
                RETURNING position
            )
            INSERT INTO outbox_pending (position) SELECT position FROM event
            """)
        afterCommit { CommitSignal.outbox.raise() }
    }
}
