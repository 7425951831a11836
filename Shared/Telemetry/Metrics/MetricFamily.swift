import Synchronization

/// A metric as it was declared, and its series by the values of its labels.
final class MetricFamily: Sendable {
    static let mostSeries = 1000

    let name: String
    private let help: String
    private let unit: MetricUnit?
    private let kind: MetricSeries.Kind
    private let labels: [String]
    private let series = Mutex<[[String]: MetricSeries]>([:])

    init(_ name: String, _ help: String, _ unit: MetricUnit?, _ kind: MetricSeries.Kind, labels: [String]) {
        self.name = name
        self.help = help
        self.unit = unit
        self.kind = kind
        self.labels = labels
    }

    /// The series of these labels' values; beyond the bound one that is never rendered.
    func series(_ values: [String]) -> MetricSeries {
        let (found, isDropped) = series.withLock { series in
            if let known = series[values] { return (known, false) }
            let new = MetricSeries(labels: Array(zip(labels, values)), kind: kind)
            guard series.count < Self.mostSeries else { return (new, true) }
            series[values] = new
            return (new, false)
        }
        if isDropped { Metrics.seriesDropped.add() }
        return found
    }

    /// Nothing before there is a series.
    func render(into text: inout String) {
        let series = series.withLock { $0 }
        guard !series.isEmpty else { return }
        text += "# HELP \(name) \(MetricSeries.escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
        if let unit { text += "# UNIT \(name) \(unit.rawValue)\n" }
        for (_, one) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) { one.render(name, kind, into: &text) }
    }
}
