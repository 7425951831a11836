import CKafka
import Synchronization

/// What the consumer's thread does with one client. It alone rebalances, takes messages and destroys the client.
///
/// librdkafka's queues are kept apart: `events` (rebalances, errors, statistics) is always served, `messages`, to which every
/// partition is forwarded, only while there is room. So backpressure neither purges what is fetched nor stops the group.
final class ConsumerLoop {
    /// Messages handed over under one hold of the lock.
    private static let chunk = 200
    /// How long messages that are being handled may hold up the rebalance that takes their partition away.
    static let revocationGrace = Duration.seconds(2)

    let core: ConsumerCore
    let client: Client
    let messages: OpaquePointer
    private let events: OpaquePointer
    /// Paused in librdkafka, at the application's wish.
    private var paused: Set<KafkaPartition> = []
    private var topicNames: [OpaquePointer: String] = [:]
    var revocation: Revocation?
    var broadcast: Broadcast?
    /// Everything in the cluster is new to us, whatever it says was committed: it took the place of the one that we read before.
    var isClusterNew: Bool
    private var identity = ClusterIdentity()
    private var isLeaving = false

    private enum Ending { case closed, anotherCluster }

    /// The body of the consumer's thread: serves until closed, with a new client whenever another cluster answers.
    static func serve(_ core: ConsumerCore) {
        var isClusterNew = false
        while let loop = ConsumerLoop(core, isClusterNew: isClusterNew), loop.run() == .anotherCluster {
            do {
                try core.renewClient()
            } catch {
                core.fail(error)
                break
            }
            isClusterNew = true
        }
        core.ended()
    }

    private init?(_ core: ConsumerCore, isClusterNew: Bool) {
        self.isClusterNew = isClusterNew
        guard let client = core.client.withLock({ $0 }) else { return nil }
        rd_kafka_poll_set_consumer(client.handle)
        guard let events = rd_kafka_queue_get_consumer(client.handle), let messages = rd_kafka_queue_new(client.handle) else { return nil }
        self.core = core
        self.client = client
        self.events = events
        self.messages = messages
        rd_kafka_set_log_queue(client.handle, events)
        core.wakeUp.watch(events)
        core.wakeUp.watch(messages)
    }

    /// Serves until closed. Every wait ends at a signal of a queue or of the application; the second is for librdkafka's timers.
    private func run() -> Ending {
        start()
        while true {
            serveEvents()
            for command in core.takeCommands() { obey(command) }
            finishRevocationIfDue()
            if let deadline = core.closeDeadline {
                if !isLeaving { leave() }
                if rd_kafka_consumer_closed(client.handle) != 0 || ContinuousClock.now >= deadline { break }
            } else {
                if identity.hasChanged(client) {
                    forsake()
                    return .anotherCluster
                }
                broadcast?.refreshIfDue(self)
                if takeMessages() { continue }
            }
            core.wakeUp.wait(nextWait())
        }
        end(gracefully: rd_kafka_consumer_closed(client.handle) != 0)
        return .closed
    }

    private func start() {
        switch core.membership {
        case .broadcast: broadcast = Broadcast(topics: core.topics, lookback: core.lookback, fromBeginning: isClusterNew)
        case .group:
            guard let list = rd_kafka_topic_partition_list_new(Int32(core.topics.count)) else { return }
            for topic in core.topics { rd_kafka_topic_partition_list_add(list, topic, RD_KAFKA_PARTITION_UA) }
            let code = rd_kafka_subscribe(client.handle, list)
            rd_kafka_topic_partition_list_destroy(list)
            if code != RD_KAFKA_RESP_ERR_NO_ERROR { core.fail(KafkaError(code)) }
        }
    }

    private func nextWait() -> Duration {
        var wait = Duration.seconds(1)
        if let revocation { wait = min(wait, revocation.deadline - .now) }
        if let due = broadcast?.due { wait = min(wait, due - .now) }
        if let deadline = core.closeDeadline { wait = min(wait, deadline - .now, .milliseconds(20)) }
        return wait
    }

    // MARK: Events

    private func serveEvents() {
        while let event = rd_kafka_queue_poll(events, 0) {
            defer { rd_kafka_event_destroy(event) }
            if client.handleCommon(event, core.configuration, statistics: core.statistics) { continue }
            switch rd_kafka_event_type(event) {
            case RD_KAFKA_EVENT_REBALANCE: rebalance(event)
            case RD_KAFKA_EVENT_ERROR:
                if let fatal = client.fatalError { core.fail(fatal) }
                note(rd_kafka_event_error(event))
            default: break
            }
        }
    }

    /// Passing errors (a broker away, a topic missing) are librdkafka's to mend; they are only told.
    private func note(_ code: rd_kafka_resp_err_t) {
        core.configuration.log?(KafkaLogLine(level: .warning, facility: "ERROR", text: String(cString: rd_kafka_err2name(code))))
    }

    // MARK: Messages

    /// Moves what is there, as far as there is room. True when there may be more.
    private func takeMessages() -> Bool {
        let room = core.state.withLock { $0.room() }
        guard room > 0 else { return false }
        let most = min(room, Self.chunk)
        var taken: [KafkaMessage] = []
        while taken.count < most, let message = rd_kafka_consume_queue(messages, 0) {
            if message.pointee.err == RD_KAFKA_RESP_ERR_NO_ERROR { taken.append(read(message)) } else { note(message.pointee.err) }
            rd_kafka_message_destroy(message)
        }
        guard !taken.isEmpty else { return false }
        core.deliver(core.state.withLock { $0.arrived(taken) })
        return taken.count == most
    }

    private func read(_ source: UnsafeMutablePointer<rd_kafka_message_t>) -> KafkaMessage {
        let message = source.pointee
        var headers: [(name: String, value: [UInt8])] = []
        var list: OpaquePointer?
        if rd_kafka_message_headers(source, &list) == RD_KAFKA_RESP_ERR_NO_ERROR, let list {
            headers.reserveCapacity(rd_kafka_header_cnt(list))
            var name: UnsafePointer<CChar>?
            var value: UnsafeRawPointer?
            var size = 0
            while rd_kafka_header_get_all(list, headers.count, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR, let text = name {
                headers.append((String(cString: text), Self.bytes(value, size) ?? []))
            }
        }
        var type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
        return KafkaMessage(
            topic: topicName(message.rkt), partition: message.partition, offset: message.offset,
            key: Self.bytes(message.key, message.key_len), value: Self.bytes(message.payload, message.len), headers: headers,
            timestamp: rd_kafka_message_timestamp(source, &type))
    }

    private static func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8]? {
        start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) }
    }

    private func topicName(_ topic: OpaquePointer?) -> String {
        guard let topic else { return "" }
        if let name = topicNames[topic] { return name }
        let name = String(cString: rd_kafka_topic_name(topic))
        topicNames[topic] = name
        return name
    }

    // MARK: Commands

    private func obey(_ command: ConsumerCore.Command) {
        switch command {
        case .pause(let partition):
            guard core.assignment.contains(partition), paused.insert(partition).inserted else { return }
            withList([partition]) { rd_kafka_pause_partitions(client.handle, $0) }
        case .resume(let partition): stopPausing([partition])
        }
    }

    /// Only what is paused is resumed: a second request would throw away what has been fetched since the first.
    func stopPausing(_ partitions: [KafkaPartition]) {
        let ended = partitions.filter { paused.remove($0) != nil }
        if !ended.isEmpty { withList(ended) { rd_kafka_resume_partitions(client.handle, $0) } }
    }

    @discardableResult
    func withList<Result>(_ partitions: [KafkaPartition], _ body: (UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) -> Result) -> Result {
        let list = rd_kafka_topic_partition_list_new(Int32(partitions.count))!  // never null: librdkafka aborts without memory
        defer { rd_kafka_topic_partition_list_destroy(list) }
        for partition in partitions { rd_kafka_topic_partition_list_add(list, partition.topic, partition.partition) }
        return body(list)
    }

    // MARK: Leaving

    /// Asks librdkafka to commit what is stored and to leave; the revocation that this causes is served as any other.
    private func leave() {
        isLeaving = true
        revocation?.deadline = .now
        finishRevocationIfDue()
        if let error = rd_kafka_consumer_close_queue(client.handle, events) { rd_kafka_error_destroy(error) }
    }

    /// Another cluster has taken the place of ours, such as an embedded broker that was started again: our offsets mean nothing
    /// there, and must not be committed there.
    private func forsake() {
        core.configuration.log?(KafkaLogLine(level: .warning, facility: "CLUSTERID", text: "another cluster answers: reading it from its beginning"))
        core.state.withLock { state in
            let all = state.partitions
            state.revoke(all)
            state.removed(all)
        }
        core.counters.withLock { counters in
            counters.revocations += 1
            counters.losses += 1
        }
        end(gracefully: false)
    }

    private func end(gracefully: Bool) {
        core.client.withLock { $0 = nil }
        rd_kafka_queue_io_event_enable(events, -1, nil, 0)
        rd_kafka_queue_io_event_enable(messages, -1, nil, 0)
        rd_kafka_queue_destroy(messages)
        rd_kafka_queue_destroy(events)
        rd_kafka_destroy_flags(client.handle, gracefully ? 0 : RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE)
    }
}
