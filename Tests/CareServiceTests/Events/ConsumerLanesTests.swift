import Kafka
import Testing

@testable import Outbox

@Suite struct ConsumerLanesTests {
    private let now = ContinuousClock().now

    private func messages(_ partition: Int32, _ offsets: Range<Int64>) -> [KafkaMessage] {
        offsets.map { KafkaMessage(topic: "t", partition: partition, offset: $0, key: nil, value: nil, headers: [], timestamp: 0) }
    }

    /// Partition and offset of what is to be handled next; nil when it is to wait.
    private func take(_ lanes: inout ConsumerLanes, at instant: ContinuousClock.Instant) -> [Int64]? {
        guard case .work(let work) = lanes.next(now: instant) else { return nil }
        return [Int64(work.message.partition), work.message.offset]
    }

    @Test func partitionsTakeTurnsAndEachIsSerial() {
        var lanes = ConsumerLanes(concurrency: 3, laneLimit: 100)
        _ = lanes.enqueue(messages(0, 0..<2) + messages(1, 0..<2), at: now)
        let first = take(&lanes, at: now)
        #expect(first == [0, 0])
        #expect(take(&lanes, at: now) == [1, 0])
        #expect(take(&lanes, at: now) == nil)
        _ = lanes.done(1)
        #expect(take(&lanes, at: now) == [1, 1])
        _ = lanes.done(0)
        #expect(take(&lanes, at: now) == [0, 1])
        #expect(lanes.queued == 2 && lanes.busy == 2)
    }

    @Test func theOldestIsTheLongestUnhandledOfAllPartitions() {
        func message(_ partition: Int32, _ offset: Int64, at timestamp: Int64) -> KafkaMessage {
            KafkaMessage(topic: "t", partition: partition, offset: offset, key: nil, value: nil, headers: [], timestamp: timestamp)
        }
        var lanes = ConsumerLanes(concurrency: 1, laneLimit: 100)
        #expect(lanes.oldest == nil)
        _ = lanes.enqueue([message(0, 0, at: 20), message(0, 1, at: 40), message(1, 0, at: 30)], at: now)
        #expect(lanes.oldest == 20)
        #expect(take(&lanes, at: now) == [0, 0])
        #expect(lanes.oldest == 20, "it is being handled")
        _ = lanes.done(0)
        #expect(lanes.oldest == 30)
        #expect(take(&lanes, at: now) == [1, 0])
        _ = lanes.done(1)
        #expect(take(&lanes, at: now) == [0, 1])
        _ = lanes.done(0)
        #expect(lanes.oldest == nil)
    }

    @Test func concurrencyIsBounded() {
        var lanes = ConsumerLanes(concurrency: 2, laneLimit: 100)
        for partition in 0..<4 { _ = lanes.enqueue(messages(Int32(partition), 0..<1), at: now) }
        #expect(take(&lanes, at: now) != nil)
        #expect(take(&lanes, at: now) != nil)
        #expect(take(&lanes, at: now) == nil)
    }

    @Test func aFailedMessageWaitsAtTheHeadOfItsLaneOnly() throws {
        var lanes = ConsumerLanes(concurrency: 2, laneLimit: 100)
        _ = lanes.enqueue(messages(0, 0..<2) + messages(1, 0..<1), at: now)
        let first = take(&lanes, at: now)
        #expect(first == [0, 0])
        lanes.again(0, at: now + .seconds(5), wasItsFault: true)
        #expect(take(&lanes, at: now) == [1, 0])
        _ = lanes.done(1)
        guard case .wait(let until) = lanes.next(now: now) else { throw Unexpected() }
        #expect(until == now + .seconds(5))
        guard case .work(let again) = lanes.next(now: now + .seconds(5)) else { throw Unexpected() }
        #expect(again.message.offset == 0 && again.tries == 1 && again.waits == 0)
        lanes.again(0, at: now, wasItsFault: false)
        guard case .work(let third) = lanes.next(now: now) else { throw Unexpected() }
        #expect(third.tries == 1 && third.waits == 1)
        _ = lanes.done(0)
        guard case .work(let next) = lanes.next(now: now) else { throw Unexpected() }
        #expect(next.message.offset == 1 && next.tries == 0 && next.waits == 0)
    }

    @Test func aFullLaneIsPausedAndResumedWhenItHasRoom() {
        var lanes = ConsumerLanes(concurrency: 2, laneLimit: 4)
        let paused = [0..<3, 3..<5].map { lanes.enqueue(messages(3, $0), at: now) }
        #expect(paused == [[], [3]])
        var resumed: [Bool] = []
        for _ in 0..<5 {
            _ = lanes.next(now: now)
            resumed.append(lanes.done(3))
        }
        #expect(resumed == [false, false, true, false, false])
    }

    /// Kafka gives out again what waits here, and no longer knows that it was to pause: without the word the lane would take up the room of all.
    @Test func aFullLaneIsPausedAgainWhenItsPartitionCameBack() {
        var lanes = ConsumerLanes(concurrency: 2, laneLimit: 4)
        #expect(lanes.enqueue(messages(3, 0..<4), at: now) == [3])
        #expect(lanes.enqueue(messages(3, 0..<2) + messages(5, 0..<1), at: now) == [3])
        var resumed: [Bool] = []
        for _ in 0..<6 {
            guard case .work(let work) = lanes.next(now: now) else { break }
            resumed.append(lanes.done(work.message.partition))
        }
        #expect(resumed.count(where: { $0 }) == 1)
    }

    private struct Unexpected: Error {}
}
