import Synchronization
import Telemetry

/// How long the requests to one route take, by status class; series are looked up once and kept.
final class RequestTimings: Sendable {
    private static let durations = Histogram.labelled(
        "http_request_duration_seconds", "requests by route pattern and status class (2xx); route=\"-\": reached no route", unit: .seconds,
        by: ("method", "route", "status"))

    private let method: String
    private let pattern: String
    private let histograms = Mutex<[Histogram?]>(Array(repeating: nil, count: 6))

    init(method: String, pattern: String) {
        self.method = method
        self.pattern = pattern
    }

    /// For what reached no route: not found, not readable, too slow.
    static let unrouted = RequestTimings(method: "-", pattern: "-")

    func observe(status: Int, seconds: Double) {
        let statusClass = min(max(status / 100, 0), 5)
        let histogram = histograms.withLock { histograms in
            if let kept = histograms[statusClass] { return kept }
            let made = Self.durations(method, pattern, "\(statusClass)xx")
            histograms[statusClass] = made
            return made
        }
        histogram.observe(seconds)
    }
}
