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
    private var sockets = Sockets.fine

    /// What is known of them from what came after.
    private enum Sockets: Equatable {
        case fine
        /// Events came through since: they may be blocked, or the network was away.
        case inDoubt
        case blocked
    }

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
        case (.socket, true): self = FeedWays()
        // A socket is tried once more, and events are stayed with where that fails.
        case (.events, true):
            if sockets == .fine { sockets = .inDoubt }
            failures = sockets == .blocked ? Self.blockedAfter : Self.blockedAfter - 1
        case (.socket, false):
            if sockets == .inDoubt { sockets = .blocked }
            failures += 1
        // Pages always come through where anything does: nobody stays with them.
        case (.pages, _), (.events, false): failures += 1
        }
    }

    /// Another network blocks other things.
    mutating func networkChanged() { self = FeedWays() }
}
