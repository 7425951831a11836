import CKafka
import Foundation

/// Which partitions a broadcast consumer reads: all of its topics', those that exist at their end or as far back as it is told,
/// those made later from their beginning. It looks again from time to time.
struct Broadcast {
    private static let patience: Int32 = 1000  // milliseconds that one question to the broker may take

    private(set) var due = ContinuousClock.now
    /// Partitions known of each topic; none for one that the broker said does not exist.
    private var known: [String: Int32] = [:]
    private let topics: [String]
    private let lookback: Duration
    /// Everything in the cluster is from now on.
    private let fromBeginning: Bool

    init(topics: [String], lookback: Duration, fromBeginning: Bool) {
        self.topics = topics
        self.lookback = lookback
        self.fromBeginning = fromBeginning
    }

    mutating func refreshIfDue(_ loop: ConsumerLoop) {
        guard ContinuousClock.now >= due else { return }
        var isComplete = true
        for topic in topics {
            guard let count = Self.partitionCount(topic, loop.client), assign(topic, count, loop) else {
                isComplete = false
                continue
            }
            if count == 0 { isComplete = false }
        }
        due = .now + (isComplete ? .seconds(10) : .milliseconds(500))
        if !known.isEmpty { loop.core.noteAssignment() }
    }

    /// False when the broker could not be asked; then nothing has changed.
    private mutating func assign(_ topic: String, _ count: Int32, _ loop: ConsumerLoop) -> Bool {
        let before = known[topic]
        guard count > before ?? 0 else {
            known[topic] = max(before ?? 0, count)
            return true
        }
        let partitions = ((before ?? 0)..<count).map { KafkaPartition(topic: topic, partition: $0) }
        var offsets = partitions.map { _ in Int64(RD_KAFKA_OFFSET_BEGINNING) }
        if before == nil, !fromBeginning {
            guard let first = firstOffsets(partitions, loop) else { return false }
            offsets = first
        }
        loop.forward(partitions)
        loop.core.state.withLock { $0.assign(partitions) }
        loop.withList(partitions) { list in
            for index in 0..<partitions.count { list.pointee.elems[index].offset = offsets[index] }
            loop.answer(rd_kafka_incremental_assign(loop.client.handle, list))
        }
        loop.core.counters.withLock { $0.assignments += 1 }
        known[topic] = count
        return true
    }

    /// Where to begin with partitions that exist already. Nil when the broker could not be asked.
    private func firstOffsets(_ partitions: [KafkaPartition], _ loop: ConsumerLoop) -> [Int64]? {
        var offsets: [Int64] = []
        for partition in partitions {
            var low: Int64 = 0
            var high: Int64 = 0
            let code = rd_kafka_query_watermark_offsets(
                loop.client.handle, partition.topic, partition.partition, &low, &high, Self.patience)
            guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
            // The mock cluster finds no offsets by time; it never holds much.
            offsets.append(lookback > .zero && loop.core.configuration.embedded ? low : high)
        }
        guard lookback > .zero, !loop.core.configuration.embedded else { return offsets }
        let since = Int64(Date().timeIntervalSince1970 * 1000) - lookback.milliseconds
        var isKnown = false
        loop.withList(partitions) { list in
            for index in partitions.indices { list.pointee.elems[index].offset = since }
            guard rd_kafka_offsets_for_times(loop.client.handle, list, Self.patience) == RD_KAFKA_RESP_ERR_NO_ERROR else { return }
            for index in partitions.indices {
                let found = list.pointee.elems[index]
                guard found.err == RD_KAFKA_RESP_ERR_NO_ERROR else { return }
                // RD_KAFKA_OFFSET_END, which is negative, when nothing is younger.
                if found.offset >= 0 { offsets[index] = found.offset }
            }
            isKnown = true
        }
        return isKnown ? offsets : nil
    }

    /// Nil when the broker does not answer, 0 when it does not know the topic.
    private static func partitionCount(_ topic: String, _ client: Client) -> Int32? {
        guard let handle = rd_kafka_topic_new(client.handle, topic, nil) else { return nil }
        defer { rd_kafka_topic_destroy(handle) }
        var metadata: UnsafePointer<rd_kafka_metadata>?
        guard rd_kafka_metadata(client.handle, 0, handle, &metadata, patience) == RD_KAFKA_RESP_ERR_NO_ERROR, let metadata else { return nil }
        defer { rd_kafka_metadata_destroy(metadata) }
        guard metadata.pointee.topic_cnt == 1 else { return nil }
        switch metadata.pointee.topics[0].err {
        case RD_KAFKA_RESP_ERR_NO_ERROR: return metadata.pointee.topics[0].partition_cnt
        case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART: return 0
        default: return nil
        }
    }
}
