import DequeModule
import Outbox
import Synchronization
import Telemetry

/// Spans on their way to the exporter, at most `most`. Further ones are dropped and counted: nobody waits for traces.
final class SpanQueue: Sendable {
    /// Spans of one request to the collector.
    static let batch = 512

    private let most: Int
    private let waiting = Mutex<Deque<Span>>([])
    private let wake = Wake()
    private let dropped = SpanMetrics.dropped("queue full")

    init(most: Int = 8192) {
        self.most = most
        // Shown from the start: the first is a rise from 0.
        dropped.add(0)
    }

    func add(_ span: Span) {
        let count = waiting.withLock { waiting in
            if waiting.count < most { waiting.append(span) } else { return 0 }
            return waiting.count
        }
        if count == 0 { dropped.add() }
        if count == Self.batch { wake.raise() }
    }

    /// The oldest, a batch at most; nil when there are none.
    func take() -> [Span]? {
        waiting.withLock { waiting in
            if waiting.isEmpty { return nil }
            let batch = Array(waiting.prefix(Self.batch))
            waiting.removeFirst(batch.count)
            return batch
        }
    }

    /// Returns when a batch is full or `close` was called, at the latest after `longest`.
    func wait(_ longest: Duration) async { await wake.wait(longest) }

    func close() { wake.raise() }
}

extension Tracer {
    /// Without a queue nothing is recorded.
    init(ratio: Double, spans: SpanQueue?) {
        var take: (@Sendable (Span) -> Void)?
        if let spans { take = { spans.add($0) } }
        self.init(ratio: ratio, taking: take)
    }
}
