import Synchronization

/// Every metric of a process by name, and its series by label set.
package final class MetricsRegistry: Sendable {
    static let mostSeries = 1000

    private struct Family {
        var kind: MetricSeries.Kind
        var series: [String: MetricSeries] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var help: [String: String] = [:]
        var collectors: [@Sendable () -> Void] = []
        var dropped = 0.0
    }

    private let state = Mutex(State())

    /// The series of these labels. A name has the kind of its first use; a use as another kind, or a label set beyond the
    /// bound, gets a series that is never rendered.
    package func series(_ name: String, _ labels: [(String, String)], _ kind: MetricSeries.Kind) -> MetricSeries {
        var key = ""
        for (label, value) in labels { key += "\(label)\u{1}\(value)\u{2}" }
        return state.withLock { state in
            if let family = state.families[name], let series = family.series[key], family.kind == kind { return series }
            let series = MetricSeries(labels: labels, kind: kind)
            let family = state.families[name]
            guard family == nil || (family?.kind == kind && family!.series.count < Self.mostSeries) else {
                state.dropped += 1
                return series
            }
            state.families[name, default: Family(kind: kind)].series[key] = series
            return series
        }
    }

    func describe(_ name: String, _ help: String) { state.withLock { $0.help[name] = help } }

    func collect(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.collectors.append(body) } }

    func render() -> String {
        for collector in state.withLock({ $0.collectors }) { collector() }
        let (families, help, dropped) = state.withLock { ($0.families, $0.help, $0.dropped) }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            if let help = help[name] { text += "# HELP \(name) \(MetricSeries.escaped(help))\n" }
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            for (_, series) in family.series.sorted(by: { $0.key < $1.key }) { series.render(name, family.kind, into: &text) }
        }
        text += "# TYPE metrics_series_dropped_total counter\nmetrics_series_dropped_total \(MetricSeries.number(dropped))\n"
        return text
    }
}
