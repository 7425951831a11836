/// How topics with a chosen number of partitions are made on the embedded broker, which has no admin API: a record on a topic of
/// its own names each, and the broker's process obeys.
enum TopicRequests {
    static let topic = "careline.embedded-broker.topics"

    static func record(_ wanted: KafkaTopic) -> KafkaRecord {
        KafkaRecord(topic: topic, key: Array(wanted.name.utf8), value: Array(String(wanted.partitions).utf8))
    }

    static func read(_ message: KafkaMessage) -> KafkaTopic? {
        guard let key = message.key, let value = message.value, let partitions = Int(String(decoding: value, as: UTF8.self)) else { return nil }
        return KafkaTopic(String(decoding: key, as: UTF8.self), partitions: partitions)
    }
}
