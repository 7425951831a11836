import CKafka
import Synchronization

/// What the consumer and its thread share.
final class ConsumerCore: Sendable {
    typealias Waiter = Promise<Result<[KafkaMessage]?, KafkaError>>
    typealias State = ConsumerState<Waiter>

    enum Command {
        case pause(KafkaPartition)
        case resume(KafkaPartition)
    }

    private static let generations = Atomic(0)

    let configuration: KafkaConfiguration
    let membership: KafkaConsumer.Membership
    let topics: [String]
    let lookback: Duration
    let wakeUp: WakeUp
    let state: Mutex<State>
    let statistics = Mutex<KafkaStatistics?>(nil)
    let counters = Mutex(KafkaConsumer.Counters())
    /// Nil once destroyed: storing holds the lock, so that the client cannot go away beneath it.
    let client: Mutex<Client?>
    private let properties: [Property]
    private let commands = Mutex<[Command]>([])
    private let deadline = Mutex<ContinuousClock.Instant?>(nil)
    private let ending = Mutex<(isClosed: Bool, promises: [Promise<Void>])>((false, []))
    private let assignmentWaiters = Mutex<[Promise<Result<Void, KafkaError>>]>([])

    init(_ configuration: KafkaConfiguration, _ membership: KafkaConsumer.Membership, topics: [String], queueLimit: Int, lookback: Duration) throws {
        self.configuration = configuration
        self.membership = membership
        self.topics = topics
        self.lookback = lookback
        wakeUp = try WakeUp()
        state = Mutex(State(limit: queueLimit, firstGeneration: Self.generations.add(1 << 32, ordering: .relaxed).newValue))
        properties = configuration.consumerProperties(membership, queueLimit: queueLimit)
        client = Mutex(try Self.makeClient(properties))
    }

    private static func makeClient(_ properties: [Property]) throws(KafkaError) -> Client {
        let events = RD_KAFKA_EVENT_REBALANCE | RD_KAFKA_EVENT_ERROR | RD_KAFKA_EVENT_LOG | RD_KAFKA_EVENT_STATS
        return try Client(RD_KAFKA_CONSUMER, properties, events: events)
    }

    var assignment: Set<KafkaPartition> { state.withLock { $0.partitions } }
    var queued: Int { state.withLock { $0.queued } }
    var latestStatistics: KafkaStatistics? { statistics.withLock { $0 } }
    var currentCounters: KafkaConsumer.Counters {
        var counters = counters.withLock { $0 }
        counters.dropped = state.withLock { $0.dropped }
        return counters
    }

    // MARK: The application's side

    func next(max: Int) async throws -> [KafkaMessage]? {
        try Task.checkCancellation()
        let waiter = Waiter()
        switch state.withLock({ $0.next(max, waiter: waiter) }) {
        case .messages(let messages, let wake):
            if wake { wakeUp.signal() }
            return messages
        case .closed: return nil
        case .failed(let error): throw error
        case .wait: break
        }
        switch await waiter.value(ifCancelled: { .failure(.cancelled) }) {
        case .success(let messages): return messages
        case .failure(.cancelled): throw CancellationError()
        case .failure(let error): throw error
        }
    }

    func store(_ message: KafkaMessage) throws -> Bool {
        guard case .group = membership else { return false }
        guard state.withLock({ $0.stored(message) }) else { return false }
        let code = client.withLock { client -> rd_kafka_resp_err_t in
            guard let client, let list = rd_kafka_topic_partition_list_new(1) else { return RD_KAFKA_RESP_ERR__DESTROY }
            defer { rd_kafka_topic_partition_list_destroy(list) }
            rd_kafka_topic_partition_list_add(list, message.topic, message.partition).pointee.offset = message.offset + 1
            return rd_kafka_offsets_store(client.handle, list)
        }
        // The thread may wait for just this, to give the partition up.
        if state.withLock({ $0.isRevoking(message.source) }) { wakeUp.signal() }
        switch code {
        case RD_KAFKA_RESP_ERR_NO_ERROR: return true
        case RD_KAFKA_RESP_ERR__STATE, RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION: return false
        default: throw KafkaError(code)
        }
    }

    /// What is given out changes at once; what librdkafka fetches, when the thread gets to it.
    func pause(_ partition: KafkaPartition) {
        guard state.withLock({ $0.pause(partition) }) else { return }
        commands.withLock { $0.append(.pause(partition)) }
        wakeUp.signal()
    }

    func resume(_ partition: KafkaPartition) {
        deliver(state.withLock { $0.resume(partition) })
        commands.withLock { $0.append(.resume(partition)) }
        wakeUp.signal()
    }

    func waitForAssignment(timeout: Duration) async throws -> Set<KafkaPartition> {
        let promise = Promise<Result<Void, KafkaError>>()
        assignmentWaiters.withLock { $0.append(promise) }
        noteAssignment()
        let alarm = Task {
            try await Task.sleep(for: timeout)
            promise.resolve(.failure(.timedOut))
        }
        defer { alarm.cancel() }
        switch await promise.value(ifCancelled: { .failure(.cancelled) }) {
        case .success: return assignment
        case .failure(.cancelled): throw CancellationError()
        case .failure(let error): throw error
        }
    }

    func requestClose(timeout: Duration) {
        let wanted = ContinuousClock.now + timeout
        deadline.withLock { $0 = min($0 ?? wanted, wanted) }
        for waiter in state.withLock({ $0.close() }) { waiter.resolve(.success(nil)) }
        wakeUp.signal()
    }

    func closed() async {
        let promise = Promise<Void>()
        let isClosed = ending.withLock { ending in
            if !ending.isClosed { ending.promises.append(promise) }
            return ending.isClosed
        }
        if !isClosed { await promise.value() }
    }

    // MARK: The thread's side

    var closeDeadline: ContinuousClock.Instant? { deadline.withLock { $0 } }

    /// Puts a new client in the place of one that is gone.
    func renewClient() throws(KafkaError) {
        let next = try Self.makeClient(properties)
        client.withLock { $0 = next }
    }

    func takeCommands() -> [Command] {
        commands.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }

    /// Hands messages to those who waited. What a cancelled one leaves goes to the next.
    func deliver(_ deliveries: [State.Delivery]) {
        var pending = deliveries
        while !pending.isEmpty {
            var left: [State.Delivery] = []
            for delivery in pending where !delivery.waiter.resolve(.success(delivery.messages)) {
                left += state.withLock { $0.giveBack(delivery.messages) }
            }
            pending = left
        }
    }

    func fail(_ error: KafkaError) {
        for waiter in state.withLock({ $0.fail(error) }) { waiter.resolve(.failure(error)) }
    }

    func noteAssignment() {
        let (isAssigned, isClosed) = state.withLock { (!$0.partitions.isEmpty, $0.isClosed) }
        guard isAssigned || isClosed else { return }
        let waiters = assignmentWaiters.withLock { waiters in
            defer { waiters = [] }
            return waiters
        }
        for waiter in waiters { waiter.resolve(isClosed ? .failure(.closed) : .success(())) }
    }

    func ended() {
        noteAssignment()
        let promises = ending.withLock { ending in
            ending.isClosed = true
            defer { ending.promises = [] }
            return ending.promises
        }
        for promise in promises { promise.resolve(()) }
    }
}
