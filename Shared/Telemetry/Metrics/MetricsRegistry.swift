import Synchronization

/// The metrics that were used so far.
package final class MetricsRegistry: Sendable {
    package static let shared = MetricsRegistry()

    private let families = Mutex<[MetricFamily]>([])

    func declare(_ family: MetricFamily) -> MetricFamily {
        families.withLock { $0.append(family) }
        return family
    }

    func render() -> String {
        var text = ""
        for family in families.withLock({ $0 }).sorted(by: { $0.name < $1.name }) { family.render(into: &text) }
        return text
    }
}
