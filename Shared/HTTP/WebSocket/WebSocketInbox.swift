import DequeModule

/// What waits for a socket's handler: messages in order, at most one nudge, and the end. Decides only; the socket acts.
struct WebSocketInbox<Waiter> {
    enum Next: Equatable, Sendable { case text(String), nudged, closed }

    private var texts: Deque<String> = []
    private var isNudged = false
    private var isClosed = false
    private var waiter: Waiter?
    private let most: Int

    init(most: Int) { self.most = most }

    /// Of the messages that wait.
    private(set) var bytes = 0

    /// More may be read from the peer.
    var hasRoom: Bool { texts.count < most }

    /// What to hand over at once; nil when the waiter was kept, and is woken by what comes.
    mutating func wait(_ waiter: Waiter) -> Next? {
        if let next = take() { return next }
        precondition(self.waiter == nil, "a WebSocket has one reader")
        self.waiter = waiter
        return nil
    }

    mutating func append(_ text: String) -> (Waiter, Next)? {
        guard !isClosed else { return nil }
        texts.append(text)
        bytes += text.utf8.count
        return handOver()
    }

    mutating func nudge() -> (Waiter, Next)? {
        isNudged = true
        return handOver()
    }

    mutating func close() -> (Waiter, Next)? {
        isClosed = true
        texts.removeAll()
        bytes = 0
        return handOver()
    }

    private mutating func handOver() -> (Waiter, Next)? {
        guard let waiter, let next = take() else { return nil }
        self.waiter = nil
        return (waiter, next)
    }

    /// The end overtakes a nudge; messages come before it, in the order they came.
    private mutating func take() -> Next? {
        if isClosed { return .closed }
        if let text = texts.popFirst() {
            bytes -= text.utf8.count
            return .text(text)
        }
        guard isNudged else { return nil }
        isNudged = false
        return .nudged
    }
}
