import CareModels
import Foundation
import Postgres
import Telemetry

/// An event's JSON is larger than an event may be. A mistake of the service: events hold ids and values.
package struct EventTooLarge: Error, Sendable {
    package static let limit = 256 * 1024
    package var type: String
    package var bytes: Int
}

/// An event that holds a value of somebody's health was emitted without a seal. A mistake of the service.
package struct EventSealMissing: Error, Sendable {
    package var type: String
}

/// An event that has to be signed was emitted without a signer. A mistake of the service.
package struct EventSignerMissing: Error, Sendable {
    package var type: String
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
    ///
    /// `signer` signs the event when it is one of those that are signed, and has to be given then.
    package func emit<Event: CareEvent>(_ event: Event, signedBy signer: EventSigner? = nil) async throws {
        try await executeLater(try Self.emission(of: event, signer: signer))
        afterCommit { CommitSignal.outbox.raise() }
    }

    /// Several. The data of those that hold a value of somebody's health is sealed until the relay sends it; the app's `ServiceApp.eventSeal`
    /// opens it.
    package func emit(_ events: [any CareEvent], sealedBy seal: EventSeal) async throws {
        for event in events { try await executeLater(try Self.emission(of: event, seal: seal)) }
        if !events.isEmpty { afterCommit { CommitSignal.outbox.raise() } }
    }

    private static func sealed(_ data: [UInt8], _ eventID: UUID, _ type: String, _ seal: EventSeal?) throws -> [UInt8] {
        guard let seal else { throw EventSealMissing(type: type) }
        return try seal.seal(data, of: eventID)
    }

    private static func emission<Event: CareEvent>(of event: Event, seal: EventSeal? = nil, signer: EventSigner? = nil) throws -> SQL {
        let data = try CareJSON.bytes(of: event)
        guard data.count <= EventTooLarge.limit else { throw EventTooLarge(type: Event.type, bytes: data.count) }
        // To the millisecond, as its header spells it: what is signed is what is sent.
        let occurredAt = Date().wholeMilliseconds
        let eventID = UUID.v7(at: occurredAt)
        let stored = Event.holdsHealthValue ? try sealed(data, eventID, Event.type, seal) : data
        var signature: String?
        if Event.isSigned {
            guard let signer else { throw EventSignerMissing(type: Event.type) }
            signature = try signer.sign(id: eventID, type: Event.type, subject: event.subject, time: occurredAt, data: data)
        }
        return """
            WITH event AS (
                INSERT INTO outbox (event_id, topic, type, subject, version, occurred_at, traceparent, data, signature)
                VALUES (\(eventID), \(Event.topic.rawValue), \(Event.type), \(event.subject), \(event.version), \(occurredAt), \
            \(TraceContext.current?.traceparent), \(stored), \(signature)::text)
                RETURNING position
            )
            INSERT INTO outbox_pending (position) SELECT position FROM event
            """
    }
}
