import Testing

@testable import Telemetry

struct TraceContextTests {
    @Test func readsAndWritesTraceparent() throws {
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let trace = try #require(TraceContext(traceparent: text))
        #expect(trace.traceparent == text)
        #expect(trace.isSampled)
        let child = trace.child()
        #expect(child.traceID == trace.traceID)
        #expect(child.spanID != trace.spanID)
        #expect(child.parentSpanID == trace.spanID && trace.parentSpanID == nil)
        #expect(child.isSampled)
        #expect(TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")?.isSampled == false)
    }

    @Test func takesLaterVersions() {
        #expect(TraceContext(traceparent: "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-comes") != nil)
    }

    @Test(arguments: [
        "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x"
    ])
    func refuses(_ text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test func samplesANewTraceByTheRatio() {
        func sampled(_ ratio: Double) -> Int { (0..<10_000).count { _ in TraceContext(sampling: ratio).isSampled } }
        #expect(sampled(0) == 0 && sampled(1) == 10_000)
        // 23 standard deviations on each side.
        #expect((1500...3500).contains(sampled(0.25)))
    }

    @Test func makesTracesThatDiffer() {
        let traces = (0..<1000).map { _ in TraceContext() }
        #expect(Set(traces.map(\.traceID)).count == 1000)
        #expect(traces.allSatisfy { TraceContext(traceparent: $0.traceparent) == $0 })
    }
}
