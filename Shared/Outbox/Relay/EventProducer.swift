import CareModels
import Kafka
import Synchronization
import Telemetry

/// The service's producer, replaced by a new one after a fatal error. What such an error interrupts is sent again from the
/// outbox; the service goes on.
package final class EventProducer: Sendable {
    private static let isBrokerReachable = Gauge("care_broker_reachable", "1 while the producer is connected to a broker")
    private static let outstanding = Gauge("care_producer_outstanding", "records sent and not yet acknowledged")
    private static let replacements = Counter.labelled("care_producer_replaced_total", "producers given up after a fatal error", by: "error")

    private let configuration: KafkaConfiguration
    private let producer: Mutex<KafkaProducer>

    package init(_ kafka: KafkaConfiguration) throws {
        var configuration = kafka
        // Nothing is given up while the broker is away, and nothing goes out behind a record that failed: either would break
        // the order of its key.
        configuration.deliveryTimeout = .zero
        configuration.settings["enable.gapless.guarantee"] = "true"
        configuration.onStatistics = { statistics in
            Self.isBrokerReachable.set(statistics.brokersUp > 0 ? 1 : 0)
            Self.outstanding.set(Double(statistics.outstandingRecords))
        }
        self.configuration = configuration
        producer = Mutex(try KafkaProducer(configuration))
    }

    private var current: KafkaProducer { producer.withLock { $0 } }

    /// As the latest statistics have it; nil before the first.
    package var reachesBroker: Bool? { current.statistics.map { $0.brokersUp > 0 } }

    /// Why the brokers let us not in, when they did not the last time.
    package var refusal: KafkaRefusal? { current.refusal }

    func send(_ records: [KafkaRecord]) async -> [Result<KafkaDelivery, KafkaError>] {
        let producer = current
        let results = await producer.send(records)
        if producer.fatalError != nil { await replace(producer) }
        return results
    }

    func send(_ record: KafkaRecord) async throws -> KafkaDelivery {
        let producer = current
        let result = await Result.capture { try await producer.send(record) }
        if producer.fatalError != nil { await replace(producer) }
        return try result.get()
    }

    /// Waits for what is in flight; what is not acknowledged in time goes again at the next start.
    package func close(timeout: Duration) async { await current.close(timeout: timeout) }

    private func replace(_ broken: KafkaProducer) async {
        let name = broken.fatalError?.name ?? "unknown"
        let replaced = producer.withLock { producer -> Bool in
            guard producer === broken, let next = try? KafkaProducer(configuration) else { return false }
            producer = next
            return true
        }
        guard replaced else { return }
        Self.replacements(name).add()
        Log.error("the Kafka producer had a fatal error and was replaced", ["error": name])
        await broken.close(timeout: .zero)
    }
}
