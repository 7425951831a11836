import Testing

@testable import Telemetry

struct MetricsTests {
    @Test func rendersTheTextFormat() {
        let registry = MetricsRegistry()
        let jobs = Counter.labelled("jobs_total", "Jobs done,\nby \\ kind.", by: ("kind", "queue"), in: registry)
        jobs("a\"b\\c\nd", "x").add(2)
        jobs("a\"b\\c\nd", "x").add(0.5)
        Gauge("depth", "how deep", in: registry).set(-3)
        let wait = Histogram.labelled("wait_seconds", "waiting", unit: .seconds, by: "queue", in: registry)
        for seconds in [0.0005, 0.001, 0.3, 60] { wait("x").observe(seconds) }
        _ = Counter.labelled("never_total", "what was not recorded is not shown", by: "kind", in: registry)
        #expect(
            registry.render() == #"""
                # HELP depth how deep
                # TYPE depth gauge
                depth -3
                # HELP jobs_total Jobs done,\nby \\ kind.
                # TYPE jobs_total counter
                jobs_total{kind="a\"b\\c\nd",queue="x"} 2.5
                # HELP wait_seconds waiting
                # TYPE wait_seconds histogram
                # UNIT wait_seconds seconds
                wait_seconds_bucket{queue="x",le="0.001"} 2
                wait_seconds_bucket{queue="x",le="0.0025"} 2
                wait_seconds_bucket{queue="x",le="0.005"} 2
                wait_seconds_bucket{queue="x",le="0.01"} 2
                wait_seconds_bucket{queue="x",le="0.025"} 2
                wait_seconds_bucket{queue="x",le="0.05"} 2
                wait_seconds_bucket{queue="x",le="0.1"} 2
                wait_seconds_bucket{queue="x",le="0.25"} 2
                wait_seconds_bucket{queue="x",le="0.5"} 3
                wait_seconds_bucket{queue="x",le="1"} 3
                wait_seconds_bucket{queue="x",le="2.5"} 3
                wait_seconds_bucket{queue="x",le="5"} 3
                wait_seconds_bucket{queue="x",le="10"} 3
                wait_seconds_bucket{queue="x",le="30"} 3
                wait_seconds_bucket{queue="x",le="+Inf"} 4
                wait_seconds_sum{queue="x"} 60.3015
                wait_seconds_count{queue="x"} 4

                """#)
    }

    @Test func boundsItsLabelSets() {
        let registry = MetricsRegistry()
        let hits = Counter.labelled("hits_total", "hits", by: "n", in: registry)
        let before = Self.dropped()
        for number in 0..<(MetricFamily.mostSeries + 5) { hits(String(number)).add(1) }
        #expect(registry.render().split(separator: "\n").count { $0.hasPrefix("hits_total") } == MetricFamily.mostSeries)
        #expect(Self.dropped() == before + 5)
    }

    private static func dropped() -> Double {
        let line = Metrics.render().split(separator: "\n").first { $0.hasPrefix("metrics_series_dropped_total ") }
        return line.flatMap { Double($0.split(separator: " ")[1]) } ?? -1
    }
}
