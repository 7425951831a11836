@testable import Telemetry

extension FuzzTarget {
    /// `traceparent` (W3C Trace Context, section 3.2).
    static let trace = FuzzTarget("trace", longest: 128) { input in
        let text = String(decoding: input, as: UTF8.self)
        guard let context = TraceContext(traceparent: text) else { return }
        expect(text.utf8.elementsEqual(text.lowercased().utf8) || text.utf8.count > 55, "upper case was taken: \(text)")
        let spelled = context.traceparent
        expect(spelled.utf8.count == 55 && TraceContext(traceparent: spelled) == context, "\(text) became \(spelled)")
        expect(text.dropFirst(3).hasPrefix(context.traceID + "-" + context.spanID), "\(text) became \(spelled)")
        expect(context.child().traceID == context.traceID && context.child().spanID != context.spanID, "a child of another trace")
    }
}
