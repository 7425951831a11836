import Foundation
import Glibc
import Kafka
import TestKit
import Testing

@Suite struct RestartTests {
    @Test func clientsGoOnWhenTheEmbeddedBrokerComesBackOnItsPort() async throws {
        let topics = ["test.restart:3"]
        let first = try EmbeddedBrokerProcess(topics: topics)
        let configuration = KafkaConfiguration(bootstrap: first.bootstrap, clientID: "restart")
        let producer = try KafkaProducer(configuration)
        let listener = try KafkaConsumer(configuration, .broadcast, topics: ["test.restart"])
        let member = try KafkaConsumer(configuration, .group("restart"), topics: ["test.restart"])
        try await listener.waitForAssignment()
        try await producer.sendNumbers(0..<10, to: "test.restart")
        #expect(try await within { try await listener.take(10) }.count == 10)
        #expect(try await within { try await member.take(10) }.count == 10)
        #expect(first.stop() == 0)

        let sending = Task { try await producer.sendNumbers(10..<20, to: "test.restart") }
        let second = try EmbeddedBrokerProcess(port: first.port, topics: topics)
        #expect(second.bootstrap == first.bootstrap)
        try await within { try await sending.value }
        let wanted = Set((10..<20).map(String.init))
        for consumer in [listener, member] {
            try await within {
                var seen: Set<String> = []
                while !wanted.isSubset(of: seen) { seen.formUnion(try await consumer.take(1).compactMap { text($0.value) }) }
            }
            await consumer.close()
        }
        await producer.close()
        #expect(second.stop() == 0)
    }

    @Test func aTakenPortIsToldPlainly() async throws {
        let broker = try EmbeddedBrokerProcess()
        #expect(throws: EmbeddedBroker.Failure.portTaken(broker.port)) { try EmbeddedBroker(port: broker.port) }
        #expect(broker.stop() == 0)
    }

    @Test(.enabled(if: RealKafka.home != nil, "set KAFKA_HOME to a Kafka distribution: the embedded broker keeps nothing across a kill"))
    func nothingIsLostWhenARealBrokerIsKilled() async throws {
        let kafka = try await RealKafka.start()
        let configuration = KafkaConfiguration(bootstrap: kafka.bootstrap, clientID: "kill")
        try await KafkaAdmin(configuration).create([KafkaTopic("test.kill", partitions: 3)])
        let producer = try KafkaProducer(configuration)
        let member = try KafkaConsumer(configuration, .group("kill"), topics: ["test.kill"])
        let listener = try KafkaConsumer(configuration, .broadcast, topics: ["test.kill"])
        try await listener.waitForAssignment()
        let members = Task { try await member.take(3000) }
        let listeners = Task { try await listener.take(3000) }
        let sending = Task {
            for start in stride(from: 0, to: 3000, by: 50) { try await producer.sendNumbers(start..<start + 50, to: "test.kill", keys: 20) }
        }
        try await eventually("half is through") { member.counters.assignments > 0 && listener.statistics != nil }
        try await kafka.killAndRestart()
        try await within(.seconds(120), "sending") { try await sending.value }
        for (consumer, messages) in [(member, members), (listener, listeners)] {
            let taken = try await within(.seconds(120), "receiving") { try await messages.value }
            #expect(Set(taken.compactMap { text($0.value) }).count == 3000)
            // Idempotence: the retries after the kill wrote nothing twice, and nothing out of order.
            var last: [KafkaPartition: Int64] = [:]
            for message in taken {
                let partition = KafkaPartition(topic: message.topic, partition: message.partition)
                #expect(message.offset == (last[partition] ?? -1) + 1)
                last[partition] = message.offset
            }
            await consumer.close()
        }
        await producer.close()
        try await kafka.stop()
    }
}

/// A Kafka of this test's own, by `deploy/local/kafka`.
private struct RealKafka {
    static let home = ProcessInfo.processInfo.environment["KAFKA_HOME"].flatMap { $0.isEmpty ? nil : $0 }

    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("kafka-\(UUID().uuidString)")
    private let port: Int

    var bootstrap: String { "127.0.0.1:\(port)" }

    static func start() async throws -> RealKafka {
        // An embedded broker finds a free port, and gives it back.
        let finder = try EmbeddedBrokerProcess()
        _ = finder.stop()
        let kafka = RealKafka(port: finder.port)
        try await kafka.run("start")
        return kafka
    }

    func killAndRestart() async throws {
        let text = try String(contentsOf: directory.appendingPathComponent("pid"), encoding: .utf8)
        let pid = try #require(pid_t(text.split(separator: " ")[0]))
        #expect(kill(pid, SIGKILL) == 0)
        try await eventually("the broker is dead") { kill(pid, 0) != 0 }
        try await run("start")
    }

    func stop() async throws {
        try await run("stop")
        try FileManager.default.removeItem(at: directory)
    }

    private func run(_ verb: String) async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appendingPathComponent("deploy/local/kafka")
        process.arguments = [verb, directory.path, "--port", "\(port)"]
        process.standardInput = FileHandle.nullDevice
        let status = try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        #expect(status == 0)
    }
}
