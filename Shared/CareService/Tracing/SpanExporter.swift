import CareModels
import Foundation
import HTTP
import Outbox
import Telemetry

/// Sends this replica's spans to an OpenTelemetry collector, by OTLP/HTTP with JSON. A batch that the collector cannot take now is
/// tried again after growing waits, while the queue fills; after the last try, or when it is refused, it is dropped and counted.
final class SpanExporter: ServicePart {
    let name = "traces"
    let queue: SpanQueue
    private let url: String
    private let traces: OTLPTraces
    private let client = HTTPClient(mostConnections: 1)
    private let isStopping = StopFlag()
    private let stopping = Wake()
    private let tries: Int
    private let backoff: Backoff
    private let exported = SpanMetrics.exported
    private let dropped = SpanMetrics.dropped("not taken")

    /// Spans that are fewer than a batch wait so long.
    private static let gathering = Duration.seconds(1)
    /// For the collector to take a batch. Short: at a stop it is waited for.
    private static let deadline = Duration.seconds(3)

    private enum Outcome {
        case taken
        /// It may help to send it again (OTLP specification, "OTLP/HTTP Response").
        case later(String)
        case refused(String)
    }

    /// `endpoint` is the collector's address, without a path of its own: `http://127.0.0.1:4318`.
    init(
        _ endpoint: String, service: String, queue: SpanQueue = SpanQueue(), tries: Int = 5,
        backoff: Backoff = Backoff(first: .milliseconds(500), most: .seconds(10))
    ) {
        self.queue = queue
        self.tries = tries
        self.backoff = backoff
        url = endpoint + "/v1/traces"
        traces = OTLPTraces(service: service, instance: UUID().uuidString.lowercased())
        // Shown from the start: the first is a rise from 0.
        exported.add(0)
        dropped.add(0)
    }

    func start() async throws {}

    func run() async throws {
        var isLast = false
        while !isLast {
            await queue.wait(Self.gathering)
            // Looked at first: what was recorded before the stop is still sent.
            isLast = isEnding
            while let batch = queue.take() { await deliver(batch) }
        }
    }

    func stop() async {
        isStopping.set()
        stopping.raise()
        queue.close()
    }

    private var isEnding: Bool { isStopping.isSet || Task.isCancelled }

    private func deliver(_ batch: [Span]) async {
        let body = traces.encode(batch)
        for failures in 1... {
            switch await send(body) {
            case .taken: return exported.add(Double(batch.count))
            case .later where failures < tries && !isEnding: await stopping.wait(backoff.jittered(after: failures))
            case .later(let why), .refused(let why): return drop(batch, why)
            }
        }
    }

    private func drop(_ batch: [Span], _ why: String) {
        var count = batch.count
        // At the end the others would wait as much in vain, and the stop has its deadline.
        while isEnding, let more = queue.take() { count += more.count }
        dropped.add(Double(count))
        Log.warning("spans dropped", ["count": String(count), "error": why])
    }

    private func send(_ body: [UInt8]) async -> Outcome {
        do {
            let response = try await client.send(.POST, url, headers: ["Content-Type": "application/json"], body: body, deadline: Self.deadline)
            switch response.status.code {
            case 200..<300: return .taken
            case 429, 502, 503, 504: return .later("HTTP \(response.status.code)")
            default: return .refused("HTTP \(response.status.code)")
            }
        } catch {
            return .later(ErrorLabel.of(error))
        }
    }
}
