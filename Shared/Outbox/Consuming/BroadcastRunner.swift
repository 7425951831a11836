import CareModels
import Foundation
import Kafka
import Synchronization
import Telemetry

/// Runs one broadcast consumer: every event in this replica, in order per partition, no inbox and no offsets kept.
package final class BroadcastRunner: Sendable {
    package let name: String
    private let consumer: Consumer
    private let lookback: Duration
    private let handle: Consumer.BroadcastHandler
    private let kafka: KafkaConfiguration
    private let tracer: Tracer
    private let state = Mutex(State())

    private struct State {
        var isStopping = false
        var work: Task<Void, any Error>?
    }

    /// Nil for an inbox consumer.
    package init?(_ consumer: Consumer, kafka: KafkaConfiguration, tracer: Tracer = .off) {
        guard case .broadcast(let lookback, let handle) = consumer.delivery else { return nil }
        self.consumer = consumer
        self.lookback = lookback
        self.handle = handle
        self.kafka = kafka
        self.tracer = tracer
        name = "consumer \(consumer.name)"
    }

    package func start() async throws {}

    package func run() async throws {
        let client = try KafkaConsumer(kafka, .broadcast, topics: [consumer.topic.rawValue], lookback: lookback)
        let work = Task { try await self.hear(client) }
        state.withLock { state in
            state.work = work
            if state.isStopping { work.cancel() }
        }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        await client.close()
        if !isStopping { try result.get() }
    }

    package func stop() async {
        let work = state.withLock { state in
            state.isStopping = true
            return state.work
        }
        work?.cancel()
    }

    private var isStopping: Bool { state.withLock(\.isStopping) || Task.isCancelled }

    private func hear(_ client: KafkaConsumer) async throws {
        while !isStopping {
            do {
                guard let messages = try await client.next(max: 500) else { return }
                for message in messages { await hear(message) }
            } catch let error as KafkaError where !error.isFatal && error != .closed {
                ConsumerMetrics.fetchFailures(consumer.name, error.name).add()
                Log.warning("fetching failed; trying again", ["consumer": consumer.name, "error": error.name])
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func hear(_ message: KafkaMessage) async {
        if message.isTombstone { return }
        do {
            let event = try ReceivedEvent(message)
            let trace = tracer.context(continuing: event.traceparent)
            await tracer.run(trace, as: .processing(event.type, from: consumer.topic.rawValue, group: nil)) { await handle(event) }
            ConsumerMetrics.events(consumer.name, "heard").add()
        } catch {
            ConsumerMetrics.events(consumer.name, "malformed").add()
        }
    }
}
