import CareModels
import Foundation
import Postgres
import Telemetry

/// An event's JSON is larger than an event may be. A mistake of the service: events hold ids and values.
package struct EventTooLarge: Error, Sendable {
    /// The longest there are tell of an emergency room that has twelve intervals on each of two years' dates (600 KB), and of an organisation
    /// of 500 with fifty teams of a hundred (310 KB). The relay sends less than `OutboxRow.mostBytes`.
    package static let limit = 768 * 1024
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
    /// Throws `EventTooLarge` above 768 KiB. The row goes out with the next statement or with the commit, which throws a unique
    /// violation (`outbox_one_event_per_version`) when this version of the subject was already emitted.
    ///
    /// `signer` signs the event when it is one of those that are signed, and has to be given then.
    package func emit<Event: CareEvent>(_ event: Event, signedBy signer: EventSigner? = nil) async throws {
        try await executeLater(try NewOutboxRow(event, TraceContext.current, signer: signer).insertion)
        afterCommit { CommitSignal.outbox.raise() }
    }

    /// Several, none of them signed, in one statement. The data of those that hold a value of somebody's health is sealed until the relay sends it; the
    /// app's `ServiceApp.eventSeal` opens it, and has to be given then.
    package func emit(_ events: [any CareEvent], sealedBy seal: EventSeal? = nil) async throws {
        try await emit(traced: [(events, TraceContext.current)], sealedBy: seal)
    }

    /// The same of several requests, which have a trace each.
    package func emit(traced events: [(events: [any CareEvent], trace: TraceContext?)], sealedBy seal: EventSeal?) async throws {
        let rows = try events.flatMap { events, trace in try events.map { try NewOutboxRow($0, trace, seal: seal) } }
        // In one statement, which costs less than one for each; no more of them than fit in memory easily.
        for start in stride(from: 0, to: rows.count, by: NewOutboxRow.most) {
            try await executeLater(NewOutboxRow.insertion(of: Array(rows[start..<min(start + NewOutboxRow.most, rows.count)])))
        }
        if !rows.isEmpty { afterCommit { CommitSignal.outbox.raise() } }
    }
}
