import Telemetry

enum SpanMetrics {
    static let exported = Counter("care_spans_exported_total", "spans that the collector of traces took")
    static let dropped = Counter.labelled(
        "care_spans_dropped_total", "and those that it did not get: queue full (8192 in each replica), not taken", by: "reason")
}
