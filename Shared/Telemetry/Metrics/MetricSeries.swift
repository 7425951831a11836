import Synchronization

/// The values of one label set of a metric.
package final class MetricSeries: Sendable {
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    /// Upper bounds in seconds: from a cached read to the request deadline.
    static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

    private struct Value {
        var sum = 0.0
        var count: UInt64 = 0
        var buckets: [UInt64] = []
    }

    private let labels: [(String, String)]
    private let value: Mutex<Value>

    init(labels: [(String, String)], kind: Kind) {
        self.labels = labels
        value = Mutex(Value(buckets: kind == .histogram ? [UInt64](repeating: 0, count: Self.bounds.count) : []))
    }

    func add(_ amount: Double) { value.withLock { $0.sum += amount } }
    func set(_ amount: Double) { value.withLock { $0.sum = amount } }

    func observe(_ seconds: Double) {
        let bucket = Self.bounds.firstIndex { seconds <= $0 }
        value.withLock { value in
            value.sum += seconds
            value.count += 1
            if let bucket, bucket < value.buckets.count { value.buckets[bucket] += 1 }
        }
    }

    func render(_ name: String, _ kind: Kind, into text: inout String) {
        let value = value.withLock { $0 }
        guard kind == .histogram else {
            text += "\(name)\(Self.labelText(labels)) \(Self.number(value.sum))\n"
            return
        }
        var cumulative: UInt64 = 0
        for (bound, count) in zip(Self.bounds, value.buckets) {
            cumulative += count
            text += "\(name)_bucket\(Self.labelText(labels + [("le", Self.number(bound))])) \(cumulative)\n"
        }
        text += "\(name)_bucket\(Self.labelText(labels + [("le", "+Inf")])) \(value.count)\n"
        text += "\(name)_sum\(Self.labelText(labels)) \(Self.number(value.sum))\n"
        text += "\(name)_count\(Self.labelText(labels)) \(value.count)\n"
    }

    static func number(_ value: Double) -> String {
        if value == .infinity { return "+Inf" }
        if value == -.infinity { return "-Inf" }
        if value.isNaN { return "NaN" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return String(value)
    }

    static func labelText(_ labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",") + "}"
    }

    static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") || $0 == 0x0A }) else { return value }
        var text = ""
        for character in value {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
        return text
    }
}
