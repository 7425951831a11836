import CareModels
import Foundation
import Kafka

/// Headers added to a parked event, beside its own: where it came from, who could not handle it and why.
package enum DeadLetterHeader {
    package static let consumer = "dead_consumer"
    package static let topic = "dead_topic"
    package static let partition = "dead_partition"
    package static let offset = "dead_offset"
    /// The error's type; never its message.
    package static let error = "dead_error"
    package static let tries = "dead_tries"
    package static let parkedAt = "dead_at"
    static let all: Set<String> = [consumer, topic, partition, offset, error, tries, parkedAt]
}

/// An event that could not be handled, on its way to the dead-letter topic. A crash between its acknowledgement there and
/// the commit of its offset parks it again: (topic, partition, offset, consumer) tell the copies.
struct DeadLetter {
    var message: KafkaMessage
    var consumerGroup: String
    var error: String
    var tries: Int
    var at: Date

    /// Key, value and headers unchanged; headers of an earlier parking are replaced.
    var record: KafkaRecord {
        var headers = message.headers.filter { !DeadLetterHeader.all.contains($0.name) }
        func add(_ name: String, _ value: String) { headers.append((name, Array(value.utf8))) }
        add(DeadLetterHeader.consumer, consumerGroup)
        add(DeadLetterHeader.topic, message.topic)
        add(DeadLetterHeader.partition, String(message.partition))
        add(DeadLetterHeader.offset, String(message.offset))
        add(DeadLetterHeader.error, error)
        add(DeadLetterHeader.tries, String(tries))
        add(DeadLetterHeader.parkedAt, RFC3339.format(at))
        return KafkaRecord(topic: message.topic + ".dead", key: message.key, value: message.value, headers: headers)
    }
}
