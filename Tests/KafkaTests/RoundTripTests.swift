import Kafka
import TestKit
import Testing

@Suite struct RoundTripTests {
    @Test func headersKeysAndValuesArriveAsSent() async throws {
        let topic = try await TestBroker.topic("roundtrip")
        let producer = try KafkaProducer(TestBroker.configuration())
        let record = KafkaRecord(
            topic: topic, key: bytes("patient-1"), value: bytes("{}"),
            headers: [("ce_id", bytes("1")), ("empty", []), ("ce_id", bytes("2")), ("binary", [0, 255, 0])])
        let delivery = try await producer.send(record)
        #expect(delivery.offset == 0)
        let consumer = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic])
        let message = try #require(try await within { try await consumer.take(1) }.first)
        #expect(message.topic == topic)
        #expect(message.partition == delivery.partition)
        #expect(message.offset == delivery.offset)
        #expect(text(message.key) == "patient-1")
        #expect(text(message.value) == "{}")
        #expect(message.headers.map(\.name) == ["ce_id", "empty", "ce_id", "binary"])
        #expect(message.headers.map(\.value) == [bytes("1"), [], bytes("2"), [0, 255, 0]])
        #expect(message.timestamp > 1_700_000_000_000)
        await producer.close()
        await consumer.close()
    }

    @Test func aNullValueIsNotAnEmptyOne() async throws {
        let topic = try await TestBroker.topic("tombstone", partitions: 1)
        let producer = try KafkaProducer(TestBroker.configuration())
        let values: [[UInt8]?] = [nil, [], bytes("x")]
        let results = await producer.send(values.map { KafkaRecord(topic: topic, key: bytes("k"), value: $0) })
        for result in results { _ = try result.get() }
        _ = try await producer.send(KafkaRecord(topic: topic, key: nil, value: nil))
        let consumer = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic])
        let messages = try await within { try await consumer.take(4) }
        let ofKey = messages.filter { $0.key != nil }
        #expect(ofKey.map(\.value) == values)
        #expect(messages.contains { $0.key == nil && $0.value == nil })
        await producer.close()
        await consumer.close()
    }

    @Test func orderIsKeptPerKey() async throws {
        let topic = try await TestBroker.topic("order")
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<3000, to: topic)
        let consumer = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic])
        let messages = try await within { try await consumer.take(3000) }
        var last: [[UInt8]: Int] = [:]
        for message in messages {
            let key = try #require(message.key)
            let number = try #require(Int(text(message.value) ?? ""))
            #expect(number > last[key] ?? -1)
            last[key] = number
        }
        #expect(last.count == 7)
        await producer.close()
        await consumer.close()
    }
}
