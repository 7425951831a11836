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
    /// Of a letter without what its event holds: how many bytes of it there are where it came from.
    package static let leftOut = "dead_left_out"
    static let all: Set<String> = [consumer, topic, partition, offset, error, tries, parkedAt, leftOut]
}

/// An event that could not be handled, on its way to the dead-letter topic. A crash between its acknowledgement there and
/// the commit of its offset parks it again: (topic, partition, offset, consumer) tell the copies.
struct DeadLetter {
    var message: KafkaMessage
    var consumerGroup: String
    var error: String
    var tries: Int
    var at: Date

    /// Of a key and of a header that are kept where the rest is not.
    private static let longestKept = 256

    /// Key, value and headers unchanged; headers of an earlier parking are replaced.
    var record: KafkaRecord {
        let headers = message.headers.filter { !DeadLetterHeader.all.contains($0.name) }
        return KafkaRecord(topic: letterTopic, key: message.key, value: message.value, headers: headers + origin)
    }

    /// In the place of one that no dead-letter topic takes, as with its own headers beside the event's it may be longer than any record: what it is and where it lies,
    /// not what it holds.
    var withoutContent: KafkaRecord {
        // Each once, the last, as whoever reads an event takes it: a name that is repeated thousands of times would make this letter as long as the other.
        var kept: Set<String> = []
        let headers = message.headers.reversed().filter { header in
            CloudEventHeader.all.contains(header.name) && header.value.count <= Self.longestKept && kept.insert(header.name).inserted
        }
        let key = message.key.flatMap { $0.count <= Self.longestKept ? $0 : nil }
        let leftOut = [Self.header(DeadLetterHeader.leftOut, String(message.value?.count ?? 0))]
        return KafkaRecord(topic: letterTopic, key: key, value: nil, headers: headers + origin + leftOut)
    }

    static func topic(of topic: String) -> String { topic + ".dead" }

    private var letterTopic: String { Self.topic(of: message.topic) }

    private var origin: [(name: String, value: [UInt8])] {
        [
            Self.header(DeadLetterHeader.consumer, consumerGroup), Self.header(DeadLetterHeader.topic, message.topic),
            Self.header(DeadLetterHeader.partition, String(message.partition)), Self.header(DeadLetterHeader.offset, String(message.offset)),
            Self.header(DeadLetterHeader.error, error), Self.header(DeadLetterHeader.tries, String(tries)),
            Self.header(DeadLetterHeader.parkedAt, RFC3339.format(at))
        ]
    }

    private static func header(_ name: String, _ value: String) -> (name: String, value: [UInt8]) { (name, Array(value.utf8)) }
}
