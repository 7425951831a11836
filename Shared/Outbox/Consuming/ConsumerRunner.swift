import CareModels
import Foundation
import Kafka
import Postgres
import Synchronization
import Telemetry

/// Runs one inbox consumer: fetches, handles each event in a transaction of its own together with its inbox row, then stores
/// the offset. The offset is stored only after the commit, so a crash delivers the event again and the inbox makes that a
/// no-op.
package final class ConsumerRunner: Sendable {
    package let name: String
    private let consumer: Consumer
    private let types: Set<String>?
    private let group: String
    private let pool: PostgresPool
    private let producer: EventProducer
    private let kafka: KafkaConfiguration
    private let settings: ConsumerSettings
    private let verifier: EventVerifier?
    private let tracer: Tracer
    private let state: Mutex<State>
    private let work = Wake()
    private let room = Wake()

    private struct State {
        var lanes: ConsumerLanes
        var isStopping = false
        var fetching: Task<Void, any Error>?
    }

    /// Nil for a broadcast consumer.
    package init?(
        _ consumer: Consumer, service: String, pool: PostgresPool, producer: EventProducer, kafka: KafkaConfiguration,
        settings: ConsumerSettings = ConsumerSettings(), verifier: EventVerifier? = nil, tracer: Tracer = .off
    ) {
        guard consumer.hasInbox else { return nil }
        self.consumer = consumer
        types = consumer.types
        self.pool = pool
        self.producer = producer
        self.kafka = kafka
        self.settings = settings
        self.verifier = verifier
        self.tracer = tracer
        group = "\(service).\(consumer.name)"
        name = "consumer \(consumer.name)"
        state = Mutex(State(lanes: ConsumerLanes(concurrency: settings.concurrency, laneLimit: max(1, settings.queueLimit / 4))))
    }

    package func start() async throws {}

    /// Handles events until `stop`; what was begun is finished, and the offsets of what was handled are committed.
    package func run() async throws {
        var kafka = kafka
        // Shown from the start: the first event that is parked, or missed, is a rise from 0.
        ConsumerMetrics.parked(consumer.name).add(0)
        for type in consumer.following { ConsumerMetrics.gaps(consumer.name, type).add(0) }
        kafka.onStatistics = { [weak self, name = consumer.name] statistics in
            // Of this replica's partitions; the group's is the sum over the replicas.
            let lag = statistics.partitions.reduce(0) { $0 + ($1.lag ?? 0) }
            ConsumerMetrics.lag(name).set(Double(lag))
            ConsumerMetrics.partitions(name).set(Double(statistics.partitions.count))
            ConsumerMetrics.oldest(name).set(self?.oldestAge ?? 0)
        }
        if let gathering = consumer.gathering { kafka.gather(for: gathering) }
        let client = try KafkaConsumer(kafka, .group(group), topics: [consumer.topic.rawValue], queueLimit: settings.queueLimit)
        let fetching = Task { try await self.fetch(client) }
        state.withLock { state in
            state.fetching = fetching
            if state.isStopping { fetching.cancel() }
        }
        await withTaskCancellationHandler {
            await dispatch(client)
        } onCancel: {
            fetching.cancel()
            work.raise()
        }
        fetching.cancel()
        let fetched = await fetching.result
        await client.close()
        if !isStopping { try fetched.get() }
    }

    /// How long ago, in seconds, the oldest event was written that is here and not handled yet; 0 when there is none.
    private var oldestAge: Double {
        guard let written = state.withLock({ $0.lanes.oldest }) else { return 0 }
        return max(0, Date().timeIntervalSince1970 - Double(written) / 1000)
    }

    package func stop() async {
        let fetching = state.withLock { state in
            state.isStopping = true
            return state.fetching
        }
        fetching?.cancel()
        work.raise()
        room.raise()
    }

    private var isStopping: Bool { state.withLock(\.isStopping) || Task.isCancelled }

    /// Takes messages while there is room; ends the runner when the client cannot go on.
    private func fetch(_ client: KafkaConsumer) async throws {
        defer { work.raise() }
        while !isStopping {
            while state.withLock({ $0.lanes.queued >= settings.queueLimit }), !isStopping {
                await room.wait(.seconds(1))
            }
            do {
                guard let messages = try await client.next(max: 100) else { return finish() }
                // Under the lock, as the resuming below: the client must hear of both in the order in which the lanes decided.
                let arrived = ContinuousClock.now
                state.withLock { state in
                    for partition in state.lanes.enqueue(messages, at: arrived) { client.pause(consumer.topic.rawValue, partition) }
                }
                work.raise()
            } catch let error as KafkaError where !error.isFatal && error != .closed {
                ConsumerMetrics.fetchFailures(consumer.name, error.name).add()
                Log.warning("fetching failed; trying again", ["consumer": consumer.name, "error": error.name])
                try await Task.sleep(for: .seconds(1))
            } catch {
                finish()
                throw error
            }
        }
    }

    private func finish() { state.withLock { $0.isStopping = true } }

    /// Starts handlers as the lanes allow; returns when stopping and the last one has ended.
    private func dispatch(_ client: KafkaConsumer) async {
        let clock = ContinuousClock()
        await withDiscardingTaskGroup { group in
            while !isStopping {
                switch state.withLock({ $0.lanes.next(now: clock.now) }) {
                case .work(let item):
                    group.addTask { await self.process(item, client) }
                case .wait(let until):
                    let longest = Duration.seconds(60)
                    await work.wait(until.map { min(max($0 - clock.now, .zero), longest) } ?? longest)
                }
            }
        }
    }

    private enum Outcome: String { case handled, duplicate, skipped, parked }

    private func process(_ item: ConsumerLanes.Work, _ client: KafkaConsumer) async {
        let clock = ContinuousClock()
        let began = clock.now
        let message = item.message
        do {
            let outcome = try await attempt(item)
            // False once the partition is another's: that one handles the event again, as a no-op.
            _ = try? client.store(message)
            state.withLock { state in
                if state.lanes.done(message.partition) { client.resume(message.topic, message.partition) }
            }
            ConsumerMetrics.events(consumer.name, outcome.rawValue).add()
            ConsumerMetrics.took(consumer.name).observe((clock.now - began).seconds)
        } catch {
            let wasItsFault = FaultKind(error) == .poison
            let failures = (wasItsFault ? item.tries : item.waits) + 1
            let wait = Backoff(first: settings.firstWait, most: settings.mostWait).jittered(after: failures)
            state.withLock { $0.lanes.again(message.partition, at: clock.now + wait, wasItsFault: wasItsFault) }
            ConsumerMetrics.retries(consumer.name, wasItsFault ? "event" : "surroundings").add()
            Log.warning("event not handled; trying again", fields(message, ["error": ErrorLabel.of(error), "failures": String(failures)]))
        }
        work.raise()
        room.raise()
    }

    /// One try. Throws what the runner should wait for and try again; parks by itself.
    private func attempt(_ item: ConsumerLanes.Work) async throws -> Outcome {
        if item.message.isTombstone { return .skipped }
        let event: ReceivedEvent
        do {
            event = try ReceivedEvent(item.message)
        } catch {
            return try await park(item, error)
        }
        if let types, !types.contains(event.type) { return .skipped }
        do {
            guard try await consumer.wants(event.type, arrived: item.arrived) else { return .skipped }
            try await verifier?.check(event)
            return try await apply(event)
        } catch  where error is MalformedEvent || error is EventNotSigned || error is EventSignatureWrong {
            return try await park(item, error)
        } catch  where FaultKind(error) == .poison && item.tries + 1 >= settings.tries {
            return try await park(item, error)
        }
    }

    private func apply(_ event: ReceivedEvent) async throws -> Outcome {
        let trace = tracer.context(continuing: event.traceparent)
        return try await tracer.run(trace, as: .processing(event.type, from: consumer.topic.rawValue, group: group)) {
            try await consumer.apply(event, on: pool) == .repeated ? .duplicate : .handled
        }
    }

    /// The producer's failure to park is the surroundings': it is waited for, unless the letter itself is what no broker takes. It would be tried for ever, and
    /// everything behind it in its partition wait.
    private func park(_ item: ConsumerLanes.Work, _ error: any Error) async throws -> Outcome {
        let letter = DeadLetter(
            message: item.message, consumerGroup: group, error: ErrorLabel.of(error), tries: item.tries + 1, at: Date())
        do {
            try await send(letter)
        } catch {
            Log.warning("dead letter not acknowledged", fields(item.message, ["error": ErrorLabel.of(error)]))
            throw CancellationError()
        }
        ConsumerMetrics.parked(consumer.name).add()
        Log.error("event parked as a dead letter", fields(item.message, ["error": letter.error, "tries": String(letter.tries)]))
        return .parked
    }

    private func send(_ letter: DeadLetter) async throws {
        do {
            _ = try await producer.send(letter.record)
        } catch let error as KafkaError where RelayHolds.Scope(error) == .key {
            _ = try await producer.send(letter.withoutContent)
        }
    }

    private func fields(_ message: KafkaMessage, _ more: [String: String]) -> [String: String] {
        let origin = [
            "consumer": consumer.name, "topic": message.topic, "partition": String(message.partition), "offset": String(message.offset)
        ]
        return origin.merging(more) { _, new in new }
    }
}
