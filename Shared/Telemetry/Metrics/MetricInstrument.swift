/// What is recorded with: a handle on one series. Whoever records often keeps it, and looks nothing up.
package protocol MetricInstrument: Sendable {
    static var kind: MetricSeries.Kind { get }
    init(_ series: MetricSeries)
}

/// Only rises.
package struct Counter: MetricInstrument {
    package static let kind = MetricSeries.Kind.counter
    private let series: MetricSeries
    package init(_ series: MetricSeries) { self.series = series }

    package func add(_ amount: Double = 1) { series.add(amount) }
    /// Of what is counted elsewhere and read when it is shown.
    package func set(total: Double) { series.set(total) }
}

package struct Gauge: MetricInstrument {
    package static let kind = MetricSeries.Kind.gauge
    private let series: MetricSeries
    package init(_ series: MetricSeries) { self.series = series }

    package func set(_ value: Double) { series.set(value) }
}

/// Of seconds.
package struct Histogram: MetricInstrument {
    package static let kind = MetricSeries.Kind.histogram
    private let series: MetricSeries
    package init(_ series: MetricSeries) { self.series = series }

    package func observe(_ seconds: Double) { series.observe(seconds) }
}

extension MetricInstrument {
    /// Declares one without labels.
    package init(_ name: String, _ help: String, unit: MetricUnit? = nil, in registry: MetricsRegistry = .shared) {
        self.init(registry.declare(MetricFamily(name, help, unit, Self.kind, labels: [])).series([]))
    }

    /// Declares one with a label.
    package static func labelled(
        _ name: String, _ help: String, unit: MetricUnit? = nil, by label: String, in registry: MetricsRegistry = .shared
    ) -> Labelled<Self, String> {
        Labelled(registry.declare(MetricFamily(name, help, unit, kind, labels: [label])))
    }

    package static func labelled(
        _ name: String, _ help: String, unit: MetricUnit? = nil, by labels: (String, String), in registry: MetricsRegistry = .shared
    ) -> Labelled<Self, (String, String)> {
        Labelled(registry.declare(MetricFamily(name, help, unit, kind, labels: [labels.0, labels.1])))
    }

    package static func labelled(
        _ name: String, _ help: String, unit: MetricUnit? = nil, by labels: (String, String, String), in registry: MetricsRegistry = .shared
    ) -> Labelled<Self, (String, String, String)> {
        Labelled(registry.declare(MetricFamily(name, help, unit, kind, labels: [labels.0, labels.1, labels.2])))
    }
}

/// A metric with labels: called with their values, in the order of the declaration, it gives the instrument.
package struct Labelled<Instrument: MetricInstrument, Labels>: Sendable {
    private let family: MetricFamily

    fileprivate init(_ family: MetricFamily) { self.family = family }

    package func callAsFunction(_ value: String) -> Instrument where Labels == String { Instrument(family.series([value])) }

    package func callAsFunction(_ first: String, _ second: String) -> Instrument where Labels == (String, String) {
        Instrument(family.series([first, second]))
    }

    package func callAsFunction(_ first: String, _ second: String, _ third: String) -> Instrument where Labels == (String, String, String) {
        Instrument(family.series([first, second, third]))
    }
}
