import Telemetry

/// For whose request something is done, where one does it for several: what is noted and emitted of it is theirs.
struct RequestOrigin: Sendable {
    let trail = AccessTrail.current
    let trace = TraceContext.current

    /// As that request itself would.
    func callAsFunction<R>(_ work: () throws -> R) rethrows -> R {
        try AccessTrail.$current.withValue(trail) { try TraceContext.$current.withValue(trace, operation: work) }
    }

    func callAsFunction<R>(_ work: () async throws -> R) async rethrows -> R {
        try await AccessTrail.$current.withValue(trail) { try await TraceContext.$current.withValue(trace, operation: work) }
    }
}
