/// By which way the feed is asked for next, as a function of how the attempts before have ended. A network may block WebSockets, and hold back what has no end.
struct FeedWays: Equatable, Sendable {
    enum Way: Equatable, Sendable {
        case socket
        /// Server-sent events.
        case events
        /// One request after the other.
        case pages
    }

    /// Attempts that came through to nobody, after which another way is tried.
    static let blockedAfter = 3

    private var failures = 0

    var next: Way {
        guard failures >= Self.blockedAfter else { return .socket }
        // In turns, since it may be the network that was away.
        return switch (failures - Self.blockedAfter) % 3 {
        case 0: .events
        case 1: .pages
        default: .socket
        }
    }

    /// `cameThrough`: something was heard on it.
    mutating func ended(_ way: Way, cameThrough: Bool) {
        switch (way, cameThrough) {
        case (.socket, true): failures = 0
        // Where events came through and sockets did not, events are asked for next too.
        case (.events, true): break
        // Pages always come through where anything does: nobody stays with them.
        case (.pages, _), (_, false): failures += 1
        }
    }
}
