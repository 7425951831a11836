import CKafka
import Synchronization

/// What the producer and its thread share. The thread owns the client: it alone destroys it, when the last report is in.
final class ProducerCore: Sendable {
    typealias State = ProducerState<Promise<Result<Int, KafkaError>>, Promise<[Result<KafkaDelivery, KafkaError>]>>

    /// Records handed over under one hold of the client's lock.
    private static let chunk = 256

    private let configuration: KafkaConfiguration
    private let state: Mutex<State>
    /// Nil once destroyed. Handing over holds the lock, so that the client cannot go away beneath it.
    private let client: Mutex<Client?>
    private let deadline = Mutex<ContinuousClock.Instant?>(nil)
    private let statistics = Mutex<KafkaStatistics?>(nil)
    private let lastRefusal = Mutex<KafkaRefusal?>(nil)
    private let waitsForClose = Mutex<(isClosed: Bool, promises: [Promise<Void>])>((false, []))

    init(_ configuration: KafkaConfiguration) throws {
        self.configuration = configuration
        state = Mutex(State(limit: max(1, configuration.inFlightLimit)))
        let events = RD_KAFKA_EVENT_DR | RD_KAFKA_EVENT_ERROR | RD_KAFKA_EVENT_LOG | RD_KAFKA_EVENT_STATS
        client = Mutex(try Client(RD_KAFKA_PRODUCER, configuration.producerProperties, events: events))
    }

    var inFlight: Int { state.withLock { $0.inFlight } }
    var latestStatistics: KafkaStatistics? { statistics.withLock { $0 } }
    var refusal: KafkaRefusal? { lastRefusal.withLock { $0 } }
    var fatalError: KafkaError? { state.withLock { $0.refusal.flatMap { $0.isFatal ? $0 : nil } } }

    /// Calls `body` unless the client is gone, which it cannot be before `body` returns.
    func withClient(_ body: (Client) -> Void) {
        client.withLock { client in if let client { body(client) } }
    }

    // MARK: Sending

    func send(_ records: [KafkaRecord]) async -> [Result<KafkaDelivery, KafkaError>] {
        precondition(records.count < 1 << 24, "too many records for one batch")
        let report = Promise<[Result<KafkaDelivery, KafkaError>]>()
        let batch = state.withLock { $0.begin(count: records.count, report: report) }
        var next = 0
        while next < records.count {
            switch await reserve(records.count - next) {
            case .success(let granted):
                next += handOver(records[next..<next + granted], batch: batch)
            case .failure(let error):
                act(state.withLock { $0.abandon(batch: batch, from: next, error) })
                next = records.count
            }
        }
        return await report.value { [self] in state.withLock { $0.known(batch: batch, count: records.count) } }
    }

    private func reserve(_ wanted: Int) async -> Result<Int, KafkaError> {
        let room = Promise<Result<Int, KafkaError>>()
        switch state.withLock({ $0.reserve(wanted, room: room) }) {
        case .granted(let count): return .success(count)
        case .refused(let error): return .failure(error)
        case .wait: return await room.value { .failure(.cancelled) }
        }
    }

    /// Enqueues records in order, all of them unless librdkafka's queue is full; returns how many are settled or in flight.
    private func handOver(_ records: ArraySlice<KafkaRecord>, batch: Int) -> Int {
        var done = records.startIndex
        while done < records.endIndex {
            let end = min(done + Self.chunk, records.endIndex)
            var failures: [(State.Token, State.Outcome)] = []
            var isFull = false
            client.withLock { client in
                while done < end, !isFull {
                    let token = State.Token(batch: batch, index: done)
                    switch client.map({ $0.produce(records[done], opaque: token.rawValue) }) ?? .closed {
                    case nil: done += 1
                    case .some(let error) where error.code == RD_KAFKA_RESP_ERR__QUEUE_FULL.rawValue: isFull = true
                    case .some(let error):
                        failures.append((token, .failure(error)))
                        done += 1
                    }
                }
            }
            if !failures.isEmpty { act(state.withLock { $0.finished(failures) }) }
            if isFull {
                act(state.withLock { $0.refund(records.endIndex - done, stalled: true) })
                return done - records.startIndex
            }
        }
        return records.count
    }

    /// Wakes whom the state machine named. Room granted to one who was cancelled meanwhile goes to the next.
    private func act(_ actions: State.Actions) {
        for (report, outcomes) in actions.reports { report.resolve(outcomes) }
        var unused = 0
        for (room, result) in actions.room where !room.resolve(result) {
            if case .success(let count) = result { unused += count }
        }
        if unused > 0 { act(state.withLock { $0.refund(unused) }) }
    }

    // MARK: Closing

    func requestClose(timeout: Duration) {
        let wanted = ContinuousClock.now + timeout
        deadline.withLock { $0 = min($0 ?? wanted, wanted) }
        act(state.withLock { $0.refuse(.closed) })
        withClient { client in
            guard let queue = rd_kafka_queue_get_main(client.handle) else { return }
            rd_kafka_queue_yield(queue)
            rd_kafka_queue_destroy(queue)
        }
    }

    func closed() async {
        let promise = Promise<Void>()
        let isClosed = waitsForClose.withLock { waits in
            if !waits.isClosed { waits.promises.append(promise) }
            return waits.isClosed
        }
        if !isClosed { await promise.value() }
    }

    // MARK: The thread

    /// Reports deliveries until the producer is closed and idle, then destroys the client.
    func run() {
        guard let client = client.withLock({ $0 }), let queue = rd_kafka_queue_get_main(client.handle) else { return }
        rd_kafka_set_log_queue(client.handle, queue)
        var isPurged = false
        while true {
            var wait = Duration.seconds(1)
            if let deadline = deadline.withLock({ $0 }) {
                if state.withLock({ $0.isIdle }) { break }
                wait = min(wait, deadline - .now)
                if wait <= .zero {
                    if isPurged { break }
                    isPurged = true
                    rd_kafka_purge(client.handle, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT)
                    self.deadline.withLock { $0 = .now + .seconds(1) }
                    continue
                }
            }
            if let event = rd_kafka_queue_poll(queue, Int32(wait.milliseconds)) {
                handle(event, client)
                rd_kafka_event_destroy(event)
            }
        }
        rd_kafka_queue_destroy(queue)
        self.client.withLock { $0 = nil }
        rd_kafka_destroy(client.handle)
        act(state.withLock { $0.failAll(.closed) })
        let promises = waitsForClose.withLock { waits in
            waits.isClosed = true
            defer { waits.promises = [] }
            return waits.promises
        }
        for promise in promises { promise.resolve(()) }
    }

    private func handle(_ event: OpaquePointer, _ client: Client) {
        if client.handleCommon(event, configuration, statistics: statistics) { return }
        switch rd_kafka_event_type(event) {
        case RD_KAFKA_EVENT_DR:
            var outcomes: [(State.Token, State.Outcome)] = []
            outcomes.reserveCapacity(rd_kafka_event_message_count(event))
            while let message = rd_kafka_event_message_next(event) {
                let token = State.Token(rawValue: UInt(bitPattern: message.pointee._private))
                let code = message.pointee.err
                let delivery = KafkaDelivery(partition: message.pointee.partition, offset: message.pointee.offset)
                outcomes.append((token, code == RD_KAFKA_RESP_ERR_NO_ERROR ? .success(delivery) : .failure(KafkaError(code))))
            }
            act(state.withLock { $0.finished(outcomes) })
        case RD_KAFKA_EVENT_ERROR:
            let code = rd_kafka_event_error(event)
            lastRefusal.withLock { $0 = KafkaRefusal(after: code, known: $0) }
            // Others than fatal ones are passing states, which librdkafka logs and mends by itself.
            guard let fatal = client.fatalError else { return }
            act(state.withLock { $0.refuse(fatal) })
            rd_kafka_purge(client.handle, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT | RD_KAFKA_PURGE_F_NON_BLOCKING)
        default:
            return
        }
    }
}
