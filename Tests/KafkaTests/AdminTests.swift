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

    @Test func withoutABrokerTheDeadlineHolds() async throws {
        let admin = KafkaAdmin(KafkaConfiguration(bootstrap: "127.0.0.1:1", clientID: "stranded"), timeout: .milliseconds(300))
        let error = await kafkaError { try await within(.seconds(20)) { try await admin.create([KafkaTopic("test.never")]) } }
        #expect(error?.isRetriable == true)
    }
}
