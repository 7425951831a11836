/// Prometheus' counters, gauges and histograms, process-wide. Each is declared once, beside what it measures, with its name, help, unit and labels
/// (`static let retries = Counter.labelled("care_…_total", "failed tries", by: ("consumer", "fault"))`) and recorded with exactly those labels
/// (`retries("people", "event").add()`). Labels hold no ids: a metric keeps at most `MetricFamily.mostSeries` label sets, further ones are dropped
/// and counted. The operators' table (docs/operators.md) is checked against the declarations.
package enum Metrics {
    static let seriesDropped = Counter("metrics_series_dropped_total", "label sets over the bound of 1000 a metric")

    /// Text exposition format 0.0.4, with the process's own figures.
    package static func render() -> String {
        // Shown from the start: the first is a rise from 0.
        seriesDropped.add(0)
        ProcessMetrics.update()
        return MetricsRegistry.shared.render()
    }
}

/// What a name ends in, before `_total`.
package enum MetricUnit: String, Sendable { case seconds, bytes }
