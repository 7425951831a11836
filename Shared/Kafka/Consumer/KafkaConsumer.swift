import Foundation

/// Reads topics, as a member of a group (cooperative-sticky) or as a broadcast listener outside any group.
///
/// One thread serves librdkafka and keeps a bounded queue. When the queue is full the thread stops taking messages, but not
/// serving the group, so that a slow application is never evicted. A topic that does not exist is waited for. Of a partition
/// that goes to another member, queued messages are dropped, and those given out have two seconds to be stored.
/// When another cluster takes the place of the first (an embedded broker that was started again), it is read from its beginning.
package final class KafkaConsumer: Sendable {
    package enum Membership: Sendable {
        /// Shares the topics' partitions with the group's other members, and goes on where the group stored last; a new group
        /// begins with the oldest message.
        case group(String)
        /// All partitions of the topics, from now on, or from `lookback` ago; nothing is stored.
        case broadcast
    }

    /// What has happened so far.
    package struct Counters: Sendable, Equatable {
        package var assignments = 0
        package var revocations = 0
        /// Revocations after which the group had already gone on without this member.
        package var losses = 0
        /// Messages dropped from the queue because their partition was revoked.
        package var dropped = 0
    }

    private let core: ConsumerCore

    /// - Parameter queueLimit: messages fetched ahead of the application, in this process's memory; each paused partition can
    ///   hold back as many again. librdkafka itself fetches at most 16 MiB further (`queued.max.messages.kbytes`).
    /// - Parameter lookback: how far back a broadcast consumer begins. Of a development broker it hears everything that there is:
    ///   look at the messages' timestamps.
    package init(
        _ configuration: KafkaConfiguration, _ membership: Membership, topics: [String], queueLimit: Int = 1000, lookback: Duration = .zero
    ) throws {
        core = try ConsumerCore(configuration, membership, topics: topics, queueLimit: max(1, queueLimit), lookback: lookback)
        Thread.detachNewThread { [core] in ConsumerLoop.serve(core) }
    }

    deinit { core.requestClose(timeout: .seconds(1)) }

    /// Up to `max` messages, as soon as there is one; nil once closed. Of one partition in order. Throws `CancellationError`
    /// (no message is lost by it) or a fatal `KafkaError`, after which the consumer is of no more use.
    package func next(max: Int = 100) async throws -> [KafkaMessage]? { try await core.next(max: max) }

    /// Marks the message as done (its successor is where the group goes on). Call after the database commit. The mark reaches
    /// the broker within half a second, and before the partition is given up. False when the partition is not ours any more:
    /// whoever has it now gets the message again. Broadcast consumers store nothing.
    @discardableResult
    package func store(_ message: KafkaMessage) throws -> Bool { try core.store(message) }

    /// Gives out nothing more of the partition until it is resumed; messages fetched already are kept.
    /// A partition that goes and comes back is not paused any more.
    package func pause(_ topic: String, _ partition: Int32) { core.pause(KafkaPartition(topic: topic, partition: partition)) }

    package func resume(_ topic: String, _ partition: Int32) { core.resume(KafkaPartition(topic: topic, partition: partition)) }

    /// The partitions read now.
    package var assignment: Set<KafkaPartition> { core.assignment }

    /// Messages that wait in the bounded queue.
    package var queued: Int { core.queued }

    package var counters: Counters { core.currentCounters }

    /// The latest report, with the lag of each partition; nil until the first one (`statisticsInterval`).
    package var statistics: KafkaStatistics? { core.latestStatistics }

    /// Waits until partitions are assigned: a broadcast consumer hears everything sent after this returns.
    /// Throws `KafkaError.timedOut` after `timeout`, `KafkaError.closed` when closed meanwhile.
    @discardableResult
    package func waitForAssignment(timeout: Duration = .seconds(30)) async throws -> Set<KafkaPartition> {
        try await core.waitForAssignment(timeout: timeout)
    }

    /// Ends `next` with nil, commits what was stored, leaves the group and returns when the client is gone. After `timeout` it
    /// gives up on the broker: then the group waits for this member until its session ends.
    package func close(timeout: Duration) async {
        core.requestClose(timeout: timeout)
        await core.closed()
    }

    /// As `close(timeout:)` with ten seconds.
    package func close() async { await close(timeout: .seconds(10)) }
}
