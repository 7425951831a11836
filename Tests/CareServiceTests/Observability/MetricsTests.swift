import Testing

@testable import Telemetry

struct MetricsTests {
    @Test func rendersTheTextFormat() {
        let registry = MetricsRegistry()
        registry.describe("jobs_total", "Jobs done,\nby \\ kind.")
        registry.series("jobs_total", [("kind", "a\"b\\c\nd")], .counter).add(2)
        registry.series("jobs_total", [("kind", "a\"b\\c\nd")], .counter).add(0.5)
        registry.series("depth", [], .gauge).set(-3)
        for seconds in [0.0005, 0.001, 0.3, 60] { registry.series("wait_seconds", [("queue", "x")], .histogram).observe(seconds) }
        registry.collect { registry.series("collected", [], .gauge).set(7) }
        #expect(
            registry.render() == #"""
                # TYPE collected gauge
                collected 7
                # TYPE depth gauge
                depth -3
                # HELP jobs_total Jobs done,\nby \\ kind.
                # TYPE jobs_total counter
                jobs_total{kind="a\"b\\c\nd"} 2.5
                # TYPE wait_seconds histogram
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
                # TYPE metrics_series_dropped_total counter
                metrics_series_dropped_total 0

                """#)
    }

    @Test func boundsItsLabelSets() {
        let registry = MetricsRegistry()
        for number in 0..<(MetricsRegistry.mostSeries + 5) { registry.series("hits_total", [("n", String(number))], .counter).add(1) }
        registry.series("hits_total", [], .gauge).set(1)
        let text = registry.render()
        #expect(text.split(separator: "\n").count { $0.hasPrefix("hits_total") } == MetricsRegistry.mostSeries)
        #expect(text.contains("metrics_series_dropped_total 6\n"))
    }
}
