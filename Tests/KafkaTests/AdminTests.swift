import Foundation
import Kafka
import TestKit
import Testing

@Suite struct AdminTests {
    @Test func creatingTwiceIsNoFault() async throws {
        let admin = try KafkaAdmin(TestBroker.configuration())
        let name = "test.twice.\(UUID().uuidString.lowercased())"
        let topics = [KafkaTopic(name, partitions: 3, settings: ["retention.ms": "60000"]), KafkaTopic("\(name).dead", partitions: 1)]
        try await admin.create(topics)
        try await admin.create(topics)
        // A cluster's nodes hear of a new topic one after the other.
        try await eventually("the topics are listed") {
            let listed = try await admin.topics()
            return listed[name] != nil && listed["\(name).dead"] != nil
        }
        let listed = try await admin.topics()
        #expect(listed[name] == 3)
        #expect(listed["\(name).dead"] == 1)
        #expect(!listed.keys.contains { $0.hasPrefix("__") || $0.hasPrefix("careline.") })
    }

    @Test(.enabled(if: TestBroker.isReal, "the embedded broker takes any name and any setting"))
    func aTopicThatCannotBeIsNamed() async throws {
        let admin = try KafkaAdmin(TestBroker.configuration())
        let error = await kafkaError { try await admin.create([KafkaTopic("no spaces")]) }
        #expect(error?.name == "TOPIC_EXCEPTION")
        #expect(error?.description.contains("no spaces") == true)
    }

    @Test func theRangesAreThoseOfTheRecordsThatAreThere() async throws {
        let admin = try KafkaAdmin(TestBroker.configuration())
        let topic = try await TestBroker.topic("ranges", partitions: 2)
        #expect(try await admin.ranges(of: topic) == [0: 0..<0, 1: 0..<0])
        let producer = try KafkaProducer(TestBroker.configuration())
        var delivered: [Int32: Int64] = [:]
        for number in 0..<10 {
            let delivery = try await producer.send(KafkaRecord(topic: topic, key: bytes("key-\(number)"), value: bytes("\(number)")))
            delivered[delivery.partition, default: 0] += 1
        }
        await producer.close()
        let ranges = try await admin.ranges(of: topic)
        for partition: Int32 in 0..<2 { #expect(ranges[partition] == 0..<delivered[partition, default: 0]) }
    }

    @Test func recordsAreDeletedFromTheBeginningOfATopic() async throws {
        let admin = try KafkaAdmin(TestBroker.configuration())
        let topic = try await TestBroker.topic("deletion", partitions: 1)
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<10, to: topic)
        await producer.close()
        guard TestBroker.isReal else {
            let error = await kafkaError { try await admin.deleteRecords(of: topic, before: [0: 4]) }
            #expect(error?.name == "_UNSUPPORTED_FEATURE")
            return
        }
        try await admin.deleteRecords(of: topic, before: [0: 4])
        #expect(try await admin.ranges(of: topic) == [0: 4..<10])
        let error = await kafkaError { try await admin.deleteRecords(of: topic, before: [0: 11]) }
        #expect(error?.name == "OFFSET_OUT_OF_RANGE")
    }

    @Test func aTopicThatIsNotThereHasNoRanges() async throws {
        let admin = try KafkaAdmin(TestBroker.configuration())
        let error = await kafkaError { _ = try await admin.ranges(of: "test.absent.\(UUID().uuidString.lowercased())") }
        #expect(error?.name == "UNKNOWN_TOPIC_OR_PART")
    }

    @Test func withoutABrokerTheDeadlineHolds() async throws {
        let admin = KafkaAdmin(KafkaConfiguration(bootstrap: "127.0.0.1:1", clientID: "stranded"), timeout: .milliseconds(300))
        let error = await kafkaError { try await within(.seconds(20)) { try await admin.create([KafkaTopic("test.never")]) } }
        #expect(error?.isRetriable == true)
    }
}
