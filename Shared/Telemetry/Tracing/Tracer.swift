/// Decides which traces are recorded and takes the spans of those. Who asks for something decides for all that follows from it (the
/// sampled flag of `traceparent`); for what begins here a ratio does.
package struct Tracer: Sendable {
    package static let off = Tracer(ratio: 0, taking: nil)

    private let ratio: Double
    private let take: (@Sendable (Span) -> Void)?

    /// `ratio`: of the traces that begin here, those recorded, from 0 to 1. `take` is given the spans; without it none is recorded.
    package init(ratio: Double, taking take: (@Sendable (Span) -> Void)?) {
        self.ratio = ratio
        self.take = take
    }

    package var isOn: Bool { take != nil }

    /// The span of work that somebody asked for with this `traceparent`; without one, or with one that cannot be read, of a new trace.
    package func context(continuing traceparent: String? = nil) -> TraceContext {
        traceparent.flatMap { TraceContext(traceparent: $0) }?.child() ?? TraceContext(sampling: ratio)
    }

    /// The span of a step on behalf of who wrote this `traceparent`, when that is recorded; else nil, and it is passed on as it is.
    package func step(of traceparent: String?) -> TraceContext? {
        guard isOn, let parent = traceparent.flatMap({ TraceContext(traceparent: $0) }), parent.isSampled else { return nil }
        return parent.child()
    }

    package func record(_ context: TraceContext, _ work: @autoclosure () -> Span.Work, took: Duration, error: String? = nil) {
        guard let take, context.isSampled else { return }
        take(Span(context, work(), took: took, error: error))
    }

    /// Runs `body` as `context`, and records it when it has ended or thrown.
    package func run<Value>(
        _ context: TraceContext, as work: @autoclosure () -> Span.Work, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        let began = ContinuousClock.now
        do {
            let value = try await TraceContext.$current.withValue(context, operation: body)
            record(context, work(), took: ContinuousClock.now - began)
            return value
        } catch {
            record(context, work(), took: ContinuousClock.now - began, error: ErrorLabel.of(error))
            throw error
        }
    }
}
