import HTTP
import Telemetry

/// Where spans go, and how many traces are recorded.
package struct TraceSettings: Sendable {
    /// CARE_OTLP_ENDPOINT: the address of an OpenTelemetry collector, such as `http://127.0.0.1:4318`; nothing is recorded without.
    package var endpoint: String?
    /// CARE_TRACE_RATIO: of the traces that begin here, those recorded, from 0 to 1.
    package var ratio: Double

    init(_ environment: inout Environment) {
        let address = environment.string("CARE_OTLP_ENDPOINT", default: "")
        ratio = environment.ratio("CARE_TRACE_RATIO", default: 1)
        if address.isEmpty { return }
        let trimmed = address.hasSuffix("/") ? String(address.dropLast()) : address
        if !HTTPClient.reaches(trimmed) { environment.fail("CARE_OTLP_ENDPOINT", "must be a collector's address, such as http://127.0.0.1:4318; TLS is not spoken") }
        endpoint = trimmed
    }

    func exporter(of service: String) -> SpanExporter? { endpoint.map { SpanExporter($0, service: service) } }

    func tracer(to exporter: SpanExporter?) -> Tracer { exporter.map { Tracer(ratio: ratio, spans: $0.queue) } ?? .off }
}
