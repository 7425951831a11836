import Testing

@testable import CareService
@testable import Outbox
@testable import Telemetry

struct SpanQueueTests {
    private static func span(_ number: Int) -> Span { Span(TraceContext(sampling: 1), .timer("\(number)"), took: .zero) }

    @Test func givesTheOldestInBatches() {
        let queue = SpanQueue()
        for number in 0..<(SpanQueue.batch + 3) { queue.add(Self.span(number)) }
        #expect(queue.take()?.count == SpanQueue.batch)
        #expect(queue.take()?.map(\.work.name) == (0..<3).map { "timer \(SpanQueue.batch + $0)" })
        #expect(queue.take() == nil)
    }

    @Test func holdsNoMoreThanItsBound() {
        let queue = SpanQueue(most: 3)
        for number in 0..<5 { queue.add(Self.span(number)) }
        #expect(queue.take()?.map(\.work.name) == ["timer 0", "timer 1", "timer 2"])
        queue.add(Self.span(5))
        #expect(queue.take()?.count == 1)
        let shown = Metrics.render().split(separator: "\n").first { $0.hasPrefix(#"care_spans_dropped_total{reason="queue full"}"#) }
        #expect(shown?.split(separator: " ").last == "2")
    }

    @Test func aFullBatchEndsTheWait() async {
        let queue = SpanQueue()
        for number in 0..<SpanQueue.batch { queue.add(Self.span(number)) }
        // Else for longer than any test may run.
        await queue.wait(.seconds(3600))
        #expect(queue.take()?.count == SpanQueue.batch)
    }
}
