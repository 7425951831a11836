import Foundation
import Kafka
import Synchronization
import TestKit
import Testing

/// What the members of a group have handled, and how often.
private final class Handled: Sendable {
    private let times = Mutex<[String: Int]>([:])

    var count: Int { times.withLock { $0.count } }
    var mostOften: Int? { times.withLock { $0.values.max() } }

    func work(_ consumer: KafkaConsumer) async throws {
        while let messages = try await consumer.next(max: 20) {
            for message in messages {
                times.withLock { $0[text(message.value) ?? "", default: 0] += 1 }
                try consumer.store(message)
            }
        }
    }
}

@Suite struct ConsumerTests {
    @Test func whatWasStoredIsNotReadAgain() async throws {
        let topic = try await TestBroker.topic("stored", partitions: 1)
        let group = newGroup()
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<10, to: topic)
        let first = try KafkaConsumer(TestBroker.configuration(), .group(group), topics: [topic])
        let taken = try await within { try await first.take(10, storing: false) }
        for message in taken.prefix(4) { #expect(try first.store(message)) }
        await first.close()
        let second = try KafkaConsumer(TestBroker.configuration(), .group(group), topics: [topic])
        let again = try await within { try await second.take(6) }
        #expect(again.map(\.offset) == Array(4..<10))
        await second.close()
        await producer.close()
    }

    @Test func whatWasNotStoredIsReadAgain() async throws {
        let topic = try await TestBroker.topic("unstored", partitions: 1)
        let group = newGroup()
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<5, to: topic)
        let first = try KafkaConsumer(TestBroker.configuration(), .group(group), topics: [topic])
        #expect(try await within { try await first.take(5, storing: false) }.count == 5)
        await first.close()
        let second = try KafkaConsumer(TestBroker.configuration(), .group(group), topics: [topic])
        #expect(try await within { try await second.take(5) }.map(\.offset) == Array(0..<5))
        await second.close()
        await producer.close()
    }

    @Test func aLateStoreOfAnotherAssignmentDoesNotCount() async throws {
        let topic = try await TestBroker.topic("late", partitions: 1)
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<1, to: topic)
        let consumer = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic])
        let message = try #require(try await within { try await consumer.take(1, storing: false) }.first)
        await consumer.close()
        #expect(try consumer.store(message) == false)
        let other = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic])
        _ = try await within { try await other.waitForAssignment() }
        #expect(try other.store(message) == false)
        await other.close()
        await producer.close()
    }

    @Test func membersShareWithoutLossOrRepetition() async throws {
        let topic = try await TestBroker.topic("group")
        let group = newGroup()
        let producer = try KafkaProducer(TestBroker.configuration())
        let handled = Handled()
        let first = try KafkaConsumer(TestBroker.configuration("first"), .group(group), topics: [topic])
        let firstWork = Task { try await handled.work(first) }
        try await producer.sendNumbers(0..<1000, to: topic, keys: 100)
        try await eventually("the first member has begun") { handled.count > 0 }

        let second = try KafkaConsumer(TestBroker.configuration("second"), .group(group), topics: [topic])
        let secondWork = Task { try await handled.work(second) }
        let sends = Task { for start in stride(from: 1000, to: 3000, by: 100) { try await producer.sendNumbers(start..<start + 100, to: topic, keys: 100) } }
        try await eventually("both members have partitions") { first.assignment.count == 6 && second.assignment.count == 6 }
        try await sends.value
        try await eventually("all are handled") { handled.count == 3000 }

        await first.close()
        try await firstWork.value
        try await producer.sendNumbers(3000..<3500, to: topic, keys: 100)
        try await eventually("the second member has all partitions") { second.assignment.count == 12 }
        try await eventually("the rest is handled") { handled.count == 3500 }
        await second.close()
        try await secondWork.value
        #expect(handled.mostOften == 1)
        #expect(first.counters.revocations >= 1)
        #expect(second.counters.assignments >= 2)
        await producer.close()
    }

    @Test func broadcastHearsEverythingFromNowOn() async throws {
        let topic = try await TestBroker.topic("broadcast")
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<50, to: topic)
        let listeners = try (0..<2).map { try KafkaConsumer(TestBroker.configuration("listener-\($0)"), .broadcast, topics: [topic]) }
        for listener in listeners { #expect(try await listener.waitForAssignment().count == 12) }
        try await producer.sendNumbers(50..<100, to: topic)
        for listener in listeners {
            let heard = try await within { try await listener.take(50) }
            #expect(Set(heard.compactMap { text($0.value) }) == Set((50..<100).map(String.init)))
            #expect(listener.queued == 0)
            await listener.close()
        }
        await producer.close()
    }

    @Test func aLookBackHearsWhatCameBefore() async throws {
        let topic = try await TestBroker.topic("lookback", partitions: 3)
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<20, to: topic)
        let listener = try KafkaConsumer(TestBroker.configuration(), .broadcast, topics: [topic], lookback: .seconds(3600))
        let heard = try await within { try await listener.take(20) }
        #expect(Set(heard.compactMap { text($0.value) }).count == 20)
        await listener.close()
        await producer.close()
    }

    @Test(arguments: [true, false]) func aTopicThatIsMissingIsWaitedFor(isGroup: Bool) async throws {
        let topic = "test.late.\(UUID().uuidString.lowercased())"
        let membership = isGroup ? KafkaConsumer.Membership.group(newGroup()) : .broadcast
        let consumer = try KafkaConsumer(TestBroker.configuration(), membership, topics: [topic])
        let taking = Task { try await consumer.take(5) }
        await #expect(throws: KafkaError.timedOut) { try await consumer.waitForAssignment(timeout: .seconds(1)) }
        try await KafkaAdmin(TestBroker.configuration()).create([KafkaTopic(topic, partitions: 3)])
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<5, to: topic)
        #expect(try await within { try await taking.value }.count == 5)
        await consumer.close()
        await producer.close()
    }

    @Test func theQueueNeverHoldsMoreThanItsLimit() async throws {
        let topic = try await TestBroker.topic("backpressure", partitions: 3)
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<5000, to: topic)
        let consumer = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic], queueLimit: 50)
        try await eventually("the queue is full") { consumer.queued == 50 }
        var seen: Set<String> = []
        while seen.count < 5000 {
            let messages = try await consumer.soon(max: 7)
            #expect(consumer.queued <= 50)
            for message in messages { #expect(seen.insert(text(message.value) ?? "").inserted) }
        }
        #expect(seen.count == 5000)
        await consumer.close()
        await producer.close()
    }

    @Test func aFullQueueDoesNotCostTheMembership() async throws {
        let topic = try await TestBroker.topic("slow", partitions: 2)
        var configuration = try TestBroker.configuration()
        configuration.settings = ["max.poll.interval.ms": "6000", "session.timeout.ms": "6000"]
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<500, to: topic)
        let consumer = try KafkaConsumer(configuration, .group(newGroup()), topics: [topic], queueLimit: 10)
        try await eventually("the queue is full") { consumer.queued == 10 }
        let full = ContinuousClock.now
        // Longer than librdkafka lets a member go without polling.
        try await eventually("the application has slept") { ContinuousClock.now > full + .seconds(8) }
        #expect(consumer.counters.revocations == 0)
        #expect(try await within { try await consumer.take(500) }.count == 500)
        await consumer.close()
        await producer.close()
    }

    @Test func aPausedPartitionWaitsAndTheOthersGoOn() async throws {
        let topic = try await TestBroker.topic("pause", partitions: 2)
        let producer = try KafkaProducer(TestBroker.configuration())
        let consumer = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic], queueLimit: 20)
        try await consumer.waitForAssignment()
        consumer.pause(topic, 0)
        let results = await producer.send((0..<1000).map { KafkaRecord(topic: topic, key: bytes("\($0)"), value: bytes("\($0)")) })
        let inOne = try results.filter { try $0.get().partition == 1 }.count
        #expect(inOne > 0 && inOne < 1000)
        let others = try await within { try await consumer.take(inOne) }
        #expect(others.allSatisfy { $0.partition == 1 })
        consumer.resume(topic, 0)
        let rest = try await within { try await consumer.take(1000 - inOne) }
        #expect(rest.map(\.offset) == Array(0..<Int64(1000 - inOne)))
        await consumer.close()
        await producer.close()
    }

    @Test func pausingAndResumingAgainAndAgainLosesNothing() async throws {
        let topic = try await TestBroker.topic("pauses", partitions: 1)
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<2000, to: topic)
        let consumer = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic], queueLimit: 30)
        var offsets: [Int64] = []
        while offsets.count < 2000 {
            offsets += try await consumer.soon(max: 100).map(\.offset)
            consumer.pause(topic, 0)
            if offsets.count % 2 == 0 { await Task.yield() }
            consumer.resume(topic, 0)
        }
        #expect(offsets == Array(0..<2000))
        await consumer.close()
        await producer.close()
    }

    @Test func closingEndsWhoWaits() async throws {
        let topic = try await TestBroker.topic("closing", partitions: 1)
        let consumer = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic])
        try await consumer.waitForAssignment()
        let waiting = Task { try await consumer.next() }
        try await within { await consumer.close() }
        #expect(try await waiting.value == nil)
        #expect(try await consumer.next() == nil)
        await consumer.close()
    }

    @Test func closingWithoutABrokerKeepsItsDeadline() async throws {
        let configuration = KafkaConfiguration(bootstrap: "127.0.0.1:1", clientID: "stranded")
        for membership in [KafkaConsumer.Membership.group(newGroup()), .broadcast] {
            let consumer = try KafkaConsumer(configuration, membership, topics: ["test.nowhere"])
            try await within(.seconds(20)) { await consumer.close(timeout: .milliseconds(200)) }
            #expect(try await consumer.next() == nil)
        }
    }

    @Test func aCancelledNextLosesNoMessage() async throws {
        let topic = try await TestBroker.topic("cancel", partitions: 1)
        let producer = try KafkaProducer(TestBroker.configuration())
        let consumer = try KafkaConsumer(TestBroker.configuration(), .group(newGroup()), topics: [topic])
        try await consumer.waitForAssignment()
        var offsets: [Int64] = []
        for number in 0..<20 {
            let taking = Task { try await consumer.next() ?? [] }
            async let sending: Void = producer.sendNumbers(number..<number + 1, to: topic)
            taking.cancel()
            do { offsets += try await taking.value.map(\.offset) } catch is CancellationError {}
            try await sending
        }
        while offsets.count < 20 { offsets += try await consumer.soon(max: 100).map(\.offset) }
        #expect(offsets == Array(0..<20))
        await consumer.close()
        await producer.close()
    }

    @Test func lagIsReported() async throws {
        let topic = try await TestBroker.topic("lag", partitions: 1)
        let producer = try KafkaProducer(TestBroker.configuration())
        try await producer.sendNumbers(0..<30, to: topic)
        var configuration = try TestBroker.configuration()
        configuration.statisticsInterval = .milliseconds(50)
        let consumer = try KafkaConsumer(configuration, .group(newGroup()), topics: [topic])
        _ = try await within { try await consumer.take(10, max: 10) }
        try await eventually("a lag of twenty") { consumer.statistics?.partitions.first?.lag == 20 }
        let partition = try #require(consumer.statistics?.partitions.first)
        #expect(partition.topic == topic && partition.partition == 0)
        #expect(partition.storedOffset == 10 && partition.highWatermark == 30)
        await consumer.close()
        await producer.close()
    }
}
