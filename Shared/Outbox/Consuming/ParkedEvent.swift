import CareModels
import Foundation
import Kafka

/// An event in a dead-letter topic, as an operator sees it: where it came from, who could not handle it and why, and nothing of what
/// it holds.
package struct ParkedEvent: Sendable {
    /// Where it is parked.
    package let place: (topic: String, partition: Int32, offset: Int64)
    /// The topic that it came from.
    package let topic: String
    /// The consumer group that could not handle it.
    package let consumer: String
    /// The error's type.
    package let error: String
    package let tries: String
    package let parkedAt: Date?
    /// As far as it is an event at all.
    package let id: String?
    package let type: String?
    package let subject: String?
    /// Where the event lies that the letter could not hold; nil of one that is whole.
    package let leftOut: String?
    private let message: KafkaMessage

    /// Nil for what no consumer of Careline has parked. None parks an event among another topic's: whoever may write letters of one would have an operator, who may
    /// write to all, send theirs to any.
    package init?(_ message: KafkaMessage) {
        var headers: [String: String] = [:]
        for header in message.headers { headers[header.name] = String(validating: header.value, as: UTF8.self) }
        guard let topic = headers[DeadLetterHeader.topic], let consumer = headers[DeadLetterHeader.consumer], message.topic == DeadLetter.topic(of: topic)
        else { return nil }
        self.message = message
        place = (message.topic, message.partition, message.offset)
        self.topic = topic
        self.consumer = consumer
        error = headers[DeadLetterHeader.error] ?? "unknown"
        tries = headers[DeadLetterHeader.tries] ?? "?"
        parkedAt = headers[DeadLetterHeader.parkedAt].flatMap(RFC3339.parse)
        id = headers[CloudEventHeader.id]
        type = headers[CloudEventHeader.type]
        subject = headers[CloudEventHeader.subject]
        leftOut = headers[DeadLetterHeader.leftOut].map { bytes in
            "\(bytes) bytes at \(headers[DeadLetterHeader.offset] ?? "?") in partition \(headers[DeadLetterHeader.partition] ?? "?")"
        }
    }

    /// The event as it was, for its own topic again: who handled it then, remembers its id and does nothing. Nil where the letter does not hold it.
    package var record: KafkaRecord? {
        guard leftOut == nil else { return nil }
        let headers = message.headers.filter { !DeadLetterHeader.all.contains($0.name) }
        return KafkaRecord(topic: topic, key: message.key, value: message.value, headers: headers)
    }
}
