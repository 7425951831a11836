/// Where a request or message stands in a distributed trace (W3C Trace Context, level 1). It goes with every log line, every
/// outbox row and every Kafka header `traceparent`.
package struct TraceContext: Sendable, Equatable {
    /// The trace of the request or message that this task handles.
    @TaskLocal package static var current: TraceContext?

    let traceHigh: UInt64
    let traceLow: UInt64
    let span: UInt64
    /// The span that this one works for; nil where a trace begins, and of what came from outside.
    let parent: UInt64?
    /// Whoever has a part in the trace is to record it.
    package let isSampled: Bool

    /// A new trace. It is sampled with the probability `ratio`, from 0 (never) to 1 (always); its id decides.
    package init(sampling ratio: Double = 0) {
        traceHigh = FastRandom.next()
        traceLow = FastRandom.next() | 1
        span = FastRandom.next() | 1
        parent = nil
        // 53 bits of the id, as a number below 1.
        isSampled = Double(traceLow >> 11) * 0x1p-53 < ratio
    }

    private init(traceHigh: UInt64, traceLow: UInt64, span: UInt64, parent: UInt64?, isSampled: Bool) {
        self.traceHigh = traceHigh
        self.traceLow = traceLow
        self.span = span
        self.parent = parent
        self.isSampled = isSampled
    }

    /// From a `traceparent` header; nil when it is not one (then a new trace begins).
    package init?(traceparent text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 55, bytes[2] == UInt8(ascii: "-"), bytes[35] == UInt8(ascii: "-"), bytes[52] == UInt8(ascii: "-") else { return nil }
        guard let version = Self.hex(bytes[0..<2]), version != 0xFF, version != 0 || bytes.count == 55 else { return nil }
        guard bytes.count == 55 || bytes[55] == UInt8(ascii: "-") else { return nil }
        guard let high = Self.hex(bytes[3..<19]), let low = Self.hex(bytes[19..<35]), high | low != 0 else { return nil }
        guard let span = Self.hex(bytes[36..<52]), span != 0, let flags = Self.hex(bytes[53..<55]) else { return nil }
        self.init(traceHigh: high, traceLow: low, span: span, parent: nil, isSampled: flags & 1 == 1)
    }

    /// The same trace with a span of its own: what a service does on behalf of whoever sent the parent.
    package func child() -> TraceContext {
        TraceContext(traceHigh: traceHigh, traceLow: traceLow, span: FastRandom.next() | 1, parent: span, isSampled: isSampled)
    }

    /// `00-<trace id>-<span id>-<flags>`.
    package var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }
    /// 32 lower-case hexadecimal digits.
    package var traceID: String { Self.text([traceHigh, traceLow]) }
    /// 16 lower-case hexadecimal digits.
    package var spanID: String { Self.text([span]) }
    /// The parent's 16.
    var parentSpanID: String? { parent.map { Self.text([$0]) } }

    private static func text(_ words: [UInt64]) -> String {
        String(unsafeUninitializedCapacity: words.count * 16) { buffer in
            for (position, word) in words.enumerated() {
                for digit in 0..<16 {
                    let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - digit * 4)) & 0xF
                    buffer[position * 16 + digit] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
                }
            }
            return words.count * 16
        }
    }

    /// Lower-case only, as the specification demands.
    private static func hex(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }
}
