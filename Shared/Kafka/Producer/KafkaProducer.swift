import Foundation

/// An idempotent producer (`acks=all`): records of one key arrive in order and once, as long as the process lives.
///
/// Deliveries are reported by one thread that blocks on librdkafka's queue. At most `KafkaConfiguration.inFlightLimit` records
/// await their acknowledgement; further sends wait. After a fatal error every send throws it: make another producer.
package final class KafkaProducer: Sendable {
    let core: ProducerCore

    package init(_ configuration: KafkaConfiguration) throws {
        core = try ProducerCore(configuration)
        Thread.detachNewThread { [core] in core.run() }
    }

    deinit { core.requestClose(timeout: .zero) }

    /// Returns when the broker has acknowledged (acks=all), or throws `KafkaError`. A cancelled send throws `CancellationError`;
    /// then its outcome is unknown, unless the task was cancelled before the call.
    package func send(_ record: KafkaRecord) async throws -> KafkaDelivery {
        try Task.checkCancellation()
        switch await core.send([record])[0] {
        case .success(let delivery): return delivery
        case .failure(.cancelled): throw CancellationError()
        case .failure(let error): throw error
        }
    }

    /// All enqueued in order at once, then every delivery report awaited; a result for each, in the order of the records.
    /// After a cancellation, records that are not acknowledged yet are `KafkaError.cancelled`: their outcome is unknown.
    package func send(_ records: [KafkaRecord]) async -> [Result<KafkaDelivery, KafkaError>] {
        guard !records.isEmpty else { return [] }
        return await core.send(records)
    }

    /// Records that await their acknowledgement now.
    package var inFlight: Int { core.inFlight }

    /// The latest report; nil until the first one (`statisticsInterval`).
    package var statistics: KafkaStatistics? { core.latestStatistics }

    /// Why the brokers let us not in, when that is what failed last. It stays known after they do: `statistics` say that.
    package var refusal: KafkaRefusal? { core.refusal }

    /// The fatal error after which every send throws.
    package var fatalError: KafkaError? { core.fatalError }

    /// Takes nothing more, and waits for what is in flight. What is not acknowledged by the deadline is purged: its send gets
    /// an error (`_PURGE_QUEUE`: never sent; `_PURGE_INFLIGHT`: unknown). Returns when the client is gone.
    package func close(timeout: Duration = .seconds(10)) async {
        core.requestClose(timeout: timeout)
        await core.closed()
    }
}
