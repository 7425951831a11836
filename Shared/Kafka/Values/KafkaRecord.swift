/// What a producer sends. A nil value is a tombstone; a record without a key goes to any partition.
public struct KafkaRecord: Sendable {
    public var topic: String
    public var key: [UInt8]?
    public var value: [UInt8]?
    public var headers: [(name: String, value: [UInt8])]

    public init(topic: String, key: [UInt8]?, value: [UInt8]?, headers: [(name: String, value: [UInt8])] = []) {
        self.topic = topic
        self.key = key
        self.value = value
        self.headers = headers
    }
}

/// Where the broker put an acknowledged record.
public struct KafkaDelivery: Sendable, Equatable {
    public var partition: Int32
    public var offset: Int64
}
