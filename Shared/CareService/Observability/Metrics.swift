/// Prometheus counters, gauges and histograms, process-wide. Labels hold no ids: a name keeps at most
/// `MetricsRegistry.mostSeries` label sets, further ones are dropped and counted.
public enum Metrics {
    static let registry = MetricsRegistry()

    public static func count(_ name: String, _ labels: [(String, String)] = [], by amount: Double = 1) {
        counter(name, labels).add(amount)
    }

    public static func gauge(_ name: String, _ labels: [(String, String)] = [], _ value: Double) {
        registry.series(name, labels, .gauge).set(value)
    }

    /// Name it `…_seconds`.
    public static func observe(_ name: String, _ labels: [(String, String)] = [], seconds: Double) {
        histogram(name, labels).observe(seconds)
    }

    /// The series itself, for hot paths: keep it, and skip the look-up.
    public static func counter(_ name: String, _ labels: [(String, String)] = []) -> Counter {
        Counter(series: registry.series(name, labels, .counter))
    }

    public static func histogram(_ name: String, _ labels: [(String, String)] = []) -> Histogram {
        Histogram(series: registry.series(name, labels, .histogram))
    }

    /// The HELP line of a metric.
    public static func describe(_ name: String, _ help: String) { registry.describe(name, help) }

    /// Runs `body` before each rendering, to set gauges that are cheaper to read than to keep (pool sizes, queue depths).
    public static func collect(_ body: @escaping @Sendable () -> Void) { registry.collect(body) }

    /// Text exposition format 0.0.4, with the process's own figures.
    public static func render() -> String {
        ProcessMetrics.update(registry)
        return registry.render()
    }

    public struct Counter: Sendable {
        let series: MetricSeries
        public func add(_ amount: Double = 1) { series.add(amount) }
    }

    public struct Histogram: Sendable {
        let series: MetricSeries
        public func observe(_ seconds: Double) { series.observe(seconds) }
    }
}
