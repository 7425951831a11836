import Telemetry

enum TimerMetrics {
    static let fired = Counter.labelled(
        "care_timers_fired_total", "timers and sweeps done; each sweep runs once a minute in one replica", by: "kind")
    static let took = Histogram.labelled("care_timer_seconds", "doing one", unit: .seconds, by: "kind")
    static let late = Histogram.labelled(
        "care_timer_late_seconds", "how late it began; large once after a pause of the whole service", unit: .seconds, by: "kind")
    static let failures = Counter.labelled("care_timer_failures_total", "timers that failed and were put off", by: "kind")
}
