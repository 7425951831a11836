import CareModels
import Foundation
import Postgres
import Telemetry

/// An event as it is written to the outbox.
struct NewOutboxRow {
    private let id: UUID
    private let topic: String
    private let type: String
    private let subject: UUID
    private let version: Int
    private let occurredAt: Date
    private let traceparent: String?
    private let data: [UInt8]
    private let signature: String?

    /// In one statement.
    static let most = 50

    init(_ event: some CareEvent, _ trace: TraceContext?, seal: EventSeal? = nil, signer: EventSigner? = nil) throws {
        let kind = Swift.type(of: event)
        let data = try CareJSON.bytes(of: event)
        guard data.count <= EventTooLarge.limit else { throw EventTooLarge(type: kind.type, bytes: data.count) }
        // To the millisecond, as its header spells it: what is signed is what is sent.
        occurredAt = Date().wholeMilliseconds
        id = UUID.v7(at: occurredAt)
        (topic, type, subject, version) = (kind.topic.rawValue, kind.type, event.subject, event.version)
        traceparent = trace?.traceparent
        self.data = kind.holdsHealthValue ? try Self.sealed(data, id, kind.type, seal) : data
        if kind.isSigned {
            guard let signer else { throw EventSignerMissing(type: kind.type) }
            signature = try signer.sign(id: id, type: kind.type, subject: event.subject, time: occurredAt, data: data)
        } else {
            signature = nil
        }
    }

    private static func sealed(_ data: [UInt8], _ eventID: UUID, _ type: String, _ seal: EventSeal?) throws -> [UInt8] {
        guard let seal else { throw EventSealMissing(type: type) }
        return try seal.seal(data, of: eventID)
    }

    var insertion: SQL {
        """
        WITH event AS (
            INSERT INTO outbox (event_id, topic, type, subject, version, occurred_at, traceparent, data, signature)
            VALUES (\(id), \(topic), \(type), \(subject), \(version), \(occurredAt), \(traceparent), \(data), \(signature)::text)
            RETURNING position
        )
        INSERT INTO outbox_pending (position) SELECT position FROM event
        """
    }

    /// Of several that are not signed: their positions rise in this order. A few, as of nearly every commit, are spelled one by one: to make arrays of
    /// their columns costs more, here and in PostgreSQL.
    static func insertion(of rows: [NewOutboxRow]) -> SQL {
        if rows.count == 1 { return rows[0].insertion }
        return """
            WITH event AS (
                INSERT INTO outbox (event_id, topic, type, subject, version, occurred_at, traceparent, data)
                \(rows.count <= 4 ? values(rows) : unnest(rows))
                RETURNING position
            )
            INSERT INTO outbox_pending (position) SELECT position FROM event
            """
    }

    private static func values(_ rows: [NewOutboxRow]) -> SQL {
        let each: [SQL] = rows.map { row in
            "(\(row.id), \(row.topic), \(row.type), \(row.subject), \(row.version), \(row.occurredAt), \(row.traceparent), \(row.data))"
        }
        return "VALUES \(SQL.join(each, separator: ", "))"
    }

    private static func unnest(_ rows: [NewOutboxRow]) -> SQL {
        """
        SELECT event_id, topic, type, subject, version, occurred_at, nullif(traceparent, ''), data
        FROM unnest(\(rows.map(\.id))::uuid[], \(rows.map(\.topic))::text[], \(rows.map(\.type))::text[], \(rows.map(\.subject))::uuid[],
            \(rows.map(\.version))::bigint[], \(rows.map(\.occurredAt))::timestamptz[], \(rows.map { $0.traceparent ?? "" })::text[],
            \(rows.map { Data($0.data) })::bytea[])
            WITH ORDINALITY AS e (event_id, topic, type, subject, version, occurred_at, traceparent, data, place)
        ORDER BY place
        """
    }
}
