import CareModels
import Foundation
import JSON
import Kafka

/// A message that is no CloudEvent of Careline: no number of tries will make it one.
package struct MalformedEvent: Error, Sendable, Equatable {
    /// The header that is missing or wrong, or `data`.
    package var part: String
}

/// An event as it came from its topic.
package struct ReceivedEvent: Sendable {
    package var id: EventID
    package var type: String
    /// The aggregate's id.
    package var subject: UUID
    package var time: Date
    /// JSON.
    package var data: [UInt8]
    /// The service that published it: `/careline/auth`.
    package var source: String
    package var traceparent: String?
    /// The instant as it was sent, and who vouches for the event: what `EventVerifier` checks.
    var timeText: String
    var signature: String?

    package init(_ message: KafkaMessage) throws(MalformedEvent) {
        let headers = Headers(message)
        guard try headers.required(CloudEventHeader.specVersion) == "1.0" else {
            throw MalformedEvent(part: CloudEventHeader.specVersion)
        }
        guard let id = EventID(try headers.required(CloudEventHeader.id)) else { throw MalformedEvent(part: CloudEventHeader.id) }
        guard let subject = UUID(strictly: try headers.required(CloudEventHeader.subject)) else {
            throw MalformedEvent(part: CloudEventHeader.subject)
        }
        timeText = try headers.required(CloudEventHeader.time)
        signature = headers[CloudEventHeader.signature]
        guard let time = RFC3339.parse(timeText) else {
            throw MalformedEvent(part: CloudEventHeader.time)
        }
        guard let data = message.value else { throw MalformedEvent(part: "data") }
        self.id = id
        self.type = try headers.required(CloudEventHeader.type)
        self.subject = subject
        self.time = time
        self.data = data
        self.source = try headers.required(CloudEventHeader.source)
        self.traceparent = headers[CloudEventHeader.traceparent]
    }

    /// The data as the event `type`; `MalformedEvent` when it is something else.
    package func decode<Event: CareEvent>(_ type: Event.Type) throws -> Event {
        guard self.type == Event.type else { throw MalformedEvent(part: CloudEventHeader.type) }
        do {
            return try CareJSON.decode(Event.self, from: data)
        } catch {
            throw MalformedEvent(part: "data")
        }
    }

    private struct Headers {
        private var values: [String: [UInt8]] = [:]

        init(_ message: KafkaMessage) {
            for header in message.headers { values[header.name] = header.value }
        }

        subscript(_ name: String) -> String? {
            values[name].flatMap { String(validating: $0, as: UTF8.self) }
        }

        func required(_ name: String) throws(MalformedEvent) -> String {
            guard let value = self[name], !value.isEmpty else { throw MalformedEvent(part: name) }
            return value
        }
    }
}
