import DequeModule
import Kafka

/// Which message is handled when: a lane per partition, each strictly in order, a bounded number of lanes at work at a time. A
/// lane whose message failed waits with that message at its head; the others go on. Decides only; the runner acts.
struct ConsumerLanes {
    typealias Instant = ContinuousClock.Instant

    struct Work: Sendable {
        var message: KafkaMessage
        /// When it came here.
        var arrived: Instant
        /// Failed tries of this message so far that were its own fault.
        var tries: Int
        /// Failed attempts of this message so far that were not.
        var waits: Int
    }

    enum Next {
        case work(Work)
        /// Nothing to do before this instant; nil: before something else happens.
        case wait(until: Instant?)
    }

    private struct Waiting {
        var message: KafkaMessage
        var arrived: Instant
    }

    private struct Lane {
        var queue: Deque<Waiting> = []
        var isBusy = false
        /// Too many of its messages wait here: Kafka was asked to give out no more of the partition.
        var isPaused = false
        var notBefore: Instant?
        var tries = 0
        var waits = 0
    }

    private var lanes: [Int32: Lane] = [:]
    private var order: Deque<Int32> = []
    private let concurrency: Int
    private let laneLimit: Int
    private(set) var busy = 0
    /// Messages waiting or being handled.
    private(set) var queued = 0

    /// When the oldest message that is not handled yet was written, in milliseconds since 1970; nil when there is none.
    var oldest: Int64? { lanes.values.compactMap { $0.queue.first?.message.timestamp }.min() }

    /// `laneLimit`: messages of one partition that may wait, so that one whose message fails leaves room for the others.
    init(concurrency: Int, laneLimit: Int) {
        self.concurrency = concurrency
        self.laneLimit = laneLimit
    }

    /// Returns the partitions to pause.
    mutating func enqueue(_ messages: [KafkaMessage], at instant: Instant) -> [Int32] {
        var full: [Int32] = []
        for message in messages {
            if lanes[message.partition] == nil {
                lanes[message.partition] = Lane()
                order.append(message.partition)
            }
            lanes[message.partition]?.queue.append(Waiting(message: message, arrived: instant))
            queued += 1
            // Also of one that is paused already: Kafka forgets that of a partition which went to another replica and came back.
            if let lane = lanes[message.partition], lane.queue.count >= laneLimit, !full.contains(message.partition) {
                lanes[message.partition]?.isPaused = true
                full.append(message.partition)
            }
        }
        return full
    }

    /// The next message to handle, by turns among the partitions. The caller reports back with `done` or `again`.
    mutating func next(now: Instant) -> Next {
        guard busy < concurrency else { return .wait(until: nil) }
        var earliest: Instant?
        for _ in order.indices {
            let partition = order.removeFirst()
            order.append(partition)
            guard var lane = lanes[partition], !lane.isBusy, let waiting = lane.queue.first else { continue }
            if let time = lane.notBefore, time > now {
                earliest = min(earliest ?? time, time)
                continue
            }
            lane.isBusy = true
            lanes[partition] = lane
            busy += 1
            return .work(Work(message: waiting.message, arrived: waiting.arrived, tries: lane.tries, waits: lane.waits))
        }
        return .wait(until: earliest)
    }

    /// The partition's message was handled, parked or found to be a duplicate. True when the partition is to be resumed.
    mutating func done(_ partition: Int32) -> Bool {
        guard var lane = lanes[partition], lane.isBusy else { return false }
        lane.queue.removeFirst()
        let resumes = lane.isPaused && lane.queue.count <= laneLimit / 2
        lanes[partition] = Lane(queue: lane.queue, isPaused: lane.isPaused && !resumes)
        busy -= 1
        queued -= 1
        return resumes
    }

    /// The partition's message failed; it stays at the head of its lane until `instant`.
    mutating func again(_ partition: Int32, at instant: Instant, wasItsFault: Bool) {
        guard var lane = lanes[partition], lane.isBusy else { return }
        lane.isBusy = false
        lane.notBefore = instant
        if wasItsFault { lane.tries += 1 } else { lane.waits += 1 }
        lanes[partition] = lane
        busy -= 1
    }
}
