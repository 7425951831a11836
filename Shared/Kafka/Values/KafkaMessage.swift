/// What a consumer gets.
public struct KafkaMessage: Sendable {
    public var topic: String
    public var partition: Int32
    public var offset: Int64
    public var key: [UInt8]?
    public var value: [UInt8]?
    public var headers: [(name: String, value: [UInt8])]
    /// Milliseconds since 1970.
    public var timestamp: Int64
    /// Which assignment of the partition the message came with, so that a late `store` cannot touch a newer one.
    var generation = 0

    public init(
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

    var source: KafkaPartition { KafkaPartition(topic: topic, partition: partition) }
}

public struct KafkaPartition: Hashable, Sendable {
    public var topic: String
    public var partition: Int32

    public init(topic: String, partition: Int32) {
        self.topic = topic
        self.partition = partition
    }
}
