import CareModels
import Foundation
import Kafka
import Postgres
import Sealing
import Telemetry

/// One unpublished event, as the relay reads it.
struct OutboxRow: Sendable {
    var position: Int
    var eventID: UUID
    var topic: String
    var type: String
    var subject: UUID
    var occurredAt: Date
    var traceparent: String?
    var data: [UInt8]
    var signature: String?
    /// Of its sending, when its trace is recorded.
    var span: TraceContext?

    init(_ row: Row) throws {
        position = try row[0]
        eventID = try row[1]
        topic = try row[2]
        type = try row[3]
        subject = try row[4]
        occurredAt = try row[5]
        traceparent = try row[6]
        data = try row[7]
        signature = try row[8]
    }

    /// Below librdkafka's `message.max.bytes`, with room for the headers. `emit` allows much less: a row above it was put there by hand.
    static let mostBytes = 900_000

    /// Of the data of all that are read at once; two readings are in memory. A row may have 768 KiB (`EventTooLarge.limit`), of which two thousand fill a container.
    static let mostRead = 8 << 20

    /// The record in Kafka: the stored bytes untouched (opened, when they were sealed), the attributes as headers, the subject as key. A
    /// row without data is a tombstone.
    func record(source: [UInt8], seal: EventSeal? = nil) throws -> KafkaRecord {
        let data = EventSeal.isSealed(self.data) ? try opened(seal) : self.data
        let subjectText = Array(subject.lowercaseText.utf8)
        var headers: [(name: String, value: [UInt8])] = [
            (CloudEventHeader.specVersion, Self.specVersion),
            (CloudEventHeader.id, Array(eventID.lowercaseText.utf8)),
            (CloudEventHeader.source, source),
            (CloudEventHeader.type, Array(type.utf8)),
            (CloudEventHeader.subject, subjectText),
            (CloudEventHeader.time, Array(RFC3339.format(occurredAt).utf8)),
            (CloudEventHeader.contentType, Self.contentType)
        ]
        if let signature { headers.append((CloudEventHeader.signature, Array(signature.utf8))) }
        if let traceparent = span?.traceparent ?? traceparent {
            headers.append((CloudEventHeader.traceparent, Array(traceparent.utf8)))
        }
        return KafkaRecord(topic: topic, key: subjectText, value: data.isEmpty ? nil : data, headers: headers)
    }

    private func opened(_ seal: EventSeal?) throws -> [UInt8] {
        guard let seal else { throw CannotOpen() }
        return try seal.open(data, of: eventID)
    }

    private static let specVersion = Array("1.0".utf8)
    private static let contentType = Array("application/json".utf8)
}
