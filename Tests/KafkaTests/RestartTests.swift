import Foundation
import Glibc
import Kafka
import Synchronization
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
        let (heard, handled) = (Heard(), Heard())
        let listening = Task { try await heard.listen(listener) }
        let working = Task { try await handled.listen(member) }
        let sent = Mutex(0)
        let mayEnd = Mutex(false)
        let sending = Task {
            while !mayEnd.withLock({ $0 }) {
                let start = sent.withLock { $0 }
                try await producer.sendNumbers(start..<start + 50, to: "test.kill", keys: 20)
                sent.withLock { $0 = start + 50 }
            }
        }
        try await eventually("both hear", within: .seconds(60)) { heard.count > 200 && handled.count > 200 }
        try await kafka.killAndRestart()
        let before = sent.withLock { $0 }
        try await eventually("sending goes on", within: .seconds(60)) { sent.withLock { $0 } > before + 500 }
        mayEnd.withLock { $0 = true }
        try await within { try await sending.value }
        let all = sent.withLock { $0 }
        try await eventually("all is heard", within: .seconds(60)) { heard.count == all && handled.count == all }
        await listener.close()
        await member.close()
        try await listening.value
        try await working.value
        // Idempotence: the retries after the kill wrote nothing twice. The group may have given a member something again.
        #expect(heard.repeats == 0)
        #expect(heard.gaps == 0)
        #expect(handled.gaps == 0)
        await producer.close()
        try await kafka.stop()
    }
}

/// The different values that a consumer got, and how they came.
private final class Heard: Sendable {
    private struct State {
        var values: Set<String> = []
        var highest: [KafkaPartition: Int64] = [:]
        var repeats = 0
        var gaps = 0
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.values.count } }
    /// Values that came more than once.
    var repeats: Int { state.withLock(\.repeats) }
    /// Offsets that were passed over.
    var gaps: Int { state.withLock(\.gaps) }

    func listen(_ consumer: KafkaConsumer) async throws {
        while let messages = try await consumer.next() {
            state.withLock { state in for message in messages { Self.note(message, &state) } }
            for message in messages { try consumer.store(message) }
        }
    }

    private static func note(_ message: KafkaMessage, _ state: inout State) {
        if !state.values.insert(text(message.value) ?? "").inserted { state.repeats += 1 }
        let partition = KafkaPartition(topic: message.topic, partition: message.partition)
        let highest = state.highest[partition] ?? -1
        if message.offset > highest + 1 { state.gaps += 1 }
        state.highest[partition] = max(highest, message.offset)
    }
}

/// A Kafka of this test's own, by `deploy/dev/local/kafka`.
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
        process.executableURL = root.appendingPathComponent("deploy/dev/local/kafka")
        process.arguments = [verb, directory.path, "--port", "\(port)"]
        process.standardInput = FileHandle.nullDevice
        let status = try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        #expect(status == 0)
    }
}
