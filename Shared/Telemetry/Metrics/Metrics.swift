/// Prometheus counters, gauges and histograms, process-wide. Labels hold no ids: a name keeps at most
/// `MetricsRegistry.mostSeries` label sets, further ones are dropped and counted.
package enum Metrics {
    package static let registry = MetricsRegistry()

    package static func count(_ name: String, _ labels: [(String, String)] = [], by amount: Double = 1) {
        counter(name, labels).add(amount)
    }

    package static func gauge(_ name: String, _ labels: [(String, String)] = [], _ value: Double) {
        registry.series(name, labels, .gauge).set(value)
    }

    /// Name it `…_seconds`.
    package static func observe(_ name: String, _ labels: [(String, String)] = [], seconds: Double) {
        histogram(name, labels).observe(seconds)
    }

    /// The series itself, for hot paths: keep it, and skip the look-up.
    package static func counter(_ name: String, _ labels: [(String, String)] = []) -> Counter {
        Counter(series: registry.series(name, labels, .counter))
    }

    package static func histogram(_ name: String, _ labels: [(String, String)] = []) -> Histogram {
        Histogram(series: registry.series(name, labels, .histogram))
    }

    /// The HELP line of a metric.
    package static func describe(_ name: String, _ help: String) { registry.describe(name, help) }

    /// Runs `body` before each rendering, to set gauges that are cheaper to read than to keep (pool sizes, queue depths).
    package static func collect(_ body: @escaping @Sendable () -> Void) { registry.collect(body) }

    /// Text exposition format 0.0.4, with the process's own figures.
    package static func render() -> String {
        ProcessMetrics.update(registry)
        return registry.render()
    }

    package struct Counter: Sendable {
        let series: MetricSeries
        package func add(_ amount: Double = 1) { series.add(amount) }
    }

    package struct Histogram: Sendable {
        let series: MetricSeries
        package func observe(_ seconds: Double) { series.observe(seconds) }
    }
}
