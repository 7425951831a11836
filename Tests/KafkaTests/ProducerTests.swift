import CKafka
import Foundation
import TestKit
import Testing

@testable import Kafka

@Suite struct ProducerTests {
    /// A client whose broker does not exist.
    private static func stranded(inFlightLimit: Int = 10_000) throws -> KafkaProducer {
        var configuration = KafkaConfiguration(bootstrap: "127.0.0.1:1", clientID: "stranded")
        configuration.inFlightLimit = inFlightLimit
        return try KafkaProducer(configuration)
    }

    private static func record(_ topic: String = "test.nowhere") -> KafkaRecord { KafkaRecord(topic: topic, key: nil, value: bytes("x")) }

    @Test func aRecordThatIsTooLargeFailsAloneInItsBatch() async throws {
        let topic = try await TestBroker.topic("large", partitions: 1)
        let producer = try KafkaProducer(TestBroker.configuration())
        let large = KafkaRecord(topic: topic, key: nil, value: Array(repeating: 7, count: 2 << 20))
        let results = await producer.send([Self.record(topic), large, Self.record(topic)])
        #expect(try results[0].get().offset == 0)
        #expect(throws: KafkaError.self) { try results[1].get() }
        #expect(try results[2].get().offset == 1)
        if case .failure(let error) = results[1] {
            #expect(error.name == "MSG_SIZE_TOO_LARGE")
            #expect(!error.isRetriable && !error.isFatal)
        }
        await producer.close()
    }

    @Test(.enabled(if: TestBroker.isReal, "the embedded broker makes topics at first use"))
    func anUnknownTopicFails() async throws {
        var configuration = try TestBroker.configuration()
        configuration.settings["topic.metadata.propagation.max.ms"] = "1000"
        let producer = try KafkaProducer(configuration)
        let error = await kafkaError { _ = try await producer.send(Self.record("test.nobody-made-me")) }
        #expect(error?.name == "_UNKNOWN_TOPIC" || error?.name == "UNKNOWN_TOPIC_OR_PART")
        await producer.close()
    }

    @Test func resultsComeInTheOrderOfTheRecords() async throws {
        let topic = try await TestBroker.topic("results", partitions: 1)
        let producer = try KafkaProducer(TestBroker.configuration())
        let results = await producer.send((0..<500).map { KafkaRecord(topic: topic, key: nil, value: bytes("\($0)")) })
        let offsets = try results.map { try $0.get().offset }
        #expect(offsets == Array(0..<500))
        await producer.close()
    }

    @Test func aSendInFlightCanBeCancelled() async throws {
        let producer = try Self.stranded()
        let send = Task { try await producer.send(Self.record()) }
        try await eventually("the record is in flight") { producer.inFlight == 1 }
        send.cancel()
        await #expect(throws: CancellationError.self) { try await within { try await send.value } }
        await producer.close(timeout: .zero)
    }

    @Test func aSendCancelledBeforeItBeganSendsNothing() async throws {
        let producer = try Self.stranded()
        let gate = Promise<Void>()
        let send = Task {
            await gate.value()
            return try await producer.send(Self.record())
        }
        send.cancel()
        gate.resolve(())
        await #expect(throws: CancellationError.self) { try await send.value }
        #expect(producer.inFlight == 0)
        await producer.close(timeout: .zero)
    }

    @Test func aCancelledBatchTellsWhatItKnows() async throws {
        let producer = try Self.stranded(inFlightLimit: 3)
        let large = KafkaRecord(topic: "test.nowhere", key: nil, value: Array(repeating: 7, count: 2 << 20))
        let send = Task { await producer.send([Self.record(), large, Self.record(), Self.record(), Self.record()]) }
        try await eventually("three records are in flight") { producer.inFlight == 3 }
        send.cancel()
        let results = try await within { await send.value }
        let names = results.map { result -> String in if case .failure(let error) = result { error.name } else { "" } }
        #expect(names == ["_CANCELLED", "MSG_SIZE_TOO_LARGE", "_CANCELLED", "_CANCELLED", "_CANCELLED"])
        await producer.close(timeout: .zero)
    }

    @Test func closingPurgesWhatTheDeadlineLeaves() async throws {
        let producer = try Self.stranded()
        let send = Task { await producer.send([Self.record(), Self.record()]) }
        try await eventually("both records are in flight") { producer.inFlight == 2 }
        try await within { await producer.close(timeout: .milliseconds(50)) }
        for result in await send.value {
            let error = await kafkaError { _ = try result.get() }
            #expect(error?.name == "_PURGE_QUEUE")
        }
        await #expect(throws: KafkaError.closed) { try await producer.send(Self.record()) }
        await producer.close()  // a second close is no fault
    }

    @Test func closingWaitsForWhatIsInFlight() async throws {
        let topic = try await TestBroker.topic("flush")
        var configuration = try TestBroker.configuration()
        configuration.linger = .milliseconds(500)
        let producer = try KafkaProducer(configuration)
        let send = Task { await producer.send((0..<100).map { KafkaRecord(topic: topic, key: bytes("\($0)"), value: bytes("x")) }) }
        try await eventually("the records are in flight") { producer.inFlight == 100 }
        await producer.close()
        for result in await send.value { _ = try result.get() }
    }

    @Test func aFullQueueMakesSendersWait() async throws {
        let producer = try Self.stranded(inFlightLimit: 10)
        let sends = (0..<50).map { _ in Task { try await producer.send(Self.record()) } }
        try await eventually("ten records are in flight") { producer.inFlight == 10 }
        for _ in 0..<20 {
            await Task.yield()
            #expect(producer.inFlight == 10)
        }
        await producer.close(timeout: .zero)
        for send in sends { await #expect(throws: KafkaError.self) { try await send.value } }
    }

    @Test func manyMoreRecordsThanTheLimitAreSentInOrder() async throws {
        let topic = try await TestBroker.topic("bounded", partitions: 1)
        var configuration = try TestBroker.configuration()
        configuration.inFlightLimit = 20
        let producer = try KafkaProducer(configuration)
        let results = await producer.send((0..<1000).map { KafkaRecord(topic: topic, key: nil, value: bytes("\($0)")) })
        #expect(try results.map { try $0.get().offset } == Array(0..<1000))
        await producer.close()
    }

    @Test func librdkafkasOwnFullQueueIsNoError() async throws {
        let topic = try await TestBroker.topic("full", partitions: 1)
        var configuration = try TestBroker.configuration()
        configuration.settings = ["queue.buffering.max.messages": "10"]
        let producer = try KafkaProducer(configuration)
        let results = await producer.send((0..<300).map { KafkaRecord(topic: topic, key: nil, value: bytes("\($0)")) })
        #expect(try results.map { try $0.get().offset } == Array(0..<300))
        await producer.close()
    }

    @Test func afterAFatalErrorEverySendThrowsIt() async throws {
        let producer = try Self.stranded()
        let send = Task { try await producer.send(Self.record()) }
        try await eventually("the record is in flight") { producer.inFlight == 1 }
        producer.core.withClient { rd_kafka_test_fatal_error($0.handle, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, "test") }
        try await eventually("the producer is broken") { producer.fatalError != nil }
        #expect(producer.fatalError?.name == "OUT_OF_ORDER_SEQUENCE_NUMBER")
        await #expect(throws: KafkaError.self) { try await within { try await send.value } }
        let error = await kafkaError { _ = try await producer.send(Self.record()) }
        #expect(error?.isFatal == true)
        await producer.close(timeout: .zero)
    }

    @Test func aWrongSettingIsToldWithoutItsValue() async {
        var configuration = KafkaConfiguration(
            bootstrap: "127.0.0.1:1", clientID: "c",
            security: .init(tls: .init(caFile: "/nowhere/ca.pem"), sasl: .init(.plain, username: "me", password: "hunter2")))
        let noAuthority = await kafkaError { _ = try KafkaProducer(configuration) }
        #expect(noAuthority?.description.contains("hunter2") == false)
        configuration.security = .plaintext
        configuration.settings["linger.mss"] = "hunter2"
        let wrongName = await kafkaError { _ = try KafkaProducer(configuration) }
        #expect(wrongName?.description.contains("linger.mss") == true)
        #expect(wrongName?.description.contains("hunter2") == false)
    }

    @Test func statisticsAreReported() async throws {
        let topic = try await TestBroker.topic("statistics")
        var configuration = try TestBroker.configuration("counted")
        configuration.statisticsInterval = .milliseconds(50)
        let producer = try KafkaProducer(configuration)
        try await producer.sendNumbers(0..<10, to: topic)
        // More than ten when the broker asked for some of them again.
        try await eventually("a report of ten records") { (producer.statistics?.sentRecords ?? 0) >= 10 }
        let report = try #require(producer.statistics)
        #expect(report.clientID == "counted")
        #expect(report.brokersUp == 1)
        #expect(report.partitions.isEmpty)
        await producer.close()
    }
}
