/// What a producer sends. A nil value is a tombstone; a record without a key goes to any partition.
package struct KafkaRecord: Sendable {
    package var topic: String
    package var key: [UInt8]?
    package var value: [UInt8]?
    package var headers: [(name: String, value: [UInt8])]

    package init(topic: String, key: [UInt8]?, value: [UInt8]?, headers: [(name: String, value: [UInt8])] = []) {
        self.topic = topic
        self.key = key
        self.value = value
        self.headers = headers
    }
}

/// Where the broker put an acknowledged record.
package struct KafkaDelivery: Sendable, Equatable {
    package var partition: Int32
    package var offset: Int64
}
