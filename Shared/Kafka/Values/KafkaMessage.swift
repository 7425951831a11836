/// What a consumer gets.
package struct KafkaMessage: Sendable {
    package var topic: String
    package var partition: Int32
    package var offset: Int64
    package var key: [UInt8]?
    package var value: [UInt8]?
    package var headers: [(name: String, value: [UInt8])]
    /// Milliseconds since 1970.
    package var timestamp: Int64
    /// Which assignment of the partition the message came with, so that a late `store` cannot touch a newer one.
    var generation = 0

    package init(
        topic: String, partition: Int32, offset: Int64, key: [UInt8]?, value: [UInt8]?, headers: [(name: String, value: [UInt8])],
        timestamp: Int64
    ) {
        self.topic = topic
        self.partition = partition
        self.offset = offset
        self.key = key
        self.value = value
        self.headers = headers
        self.timestamp = timestamp
    }

    /// It tells the cluster to forget what its key held, and tells nobody anything.
    package var isTombstone: Bool { key != nil && value == nil }

    var source: KafkaPartition { KafkaPartition(topic: topic, partition: partition) }
}

package struct KafkaPartition: Hashable, Sendable {
    package var topic: String
    package var partition: Int32

    package init(topic: String, partition: Int32) {
        self.topic = topic
        self.partition = partition
    }
}
