import NIOCore

/// The body that a request's head announces, and how much of it has come.
struct ExpectedBody: Sendable {
    var framing = BodyFraming.none
    /// In bytes; of an address that does not exist what is read over.
    let limit: Int
    /// Handed on as it comes, and not kept.
    let isStreamed: Bool
    /// `Expect: 100-continue`: the client waits to be told that its body is wanted.
    var waitsToContinue = false
    var due: BodyDeadline
    private(set) var bytes = 0

    init(limit: Int, isStreamed: Bool, due: BodyDeadline) {
        self.limit = limit
        self.isStreamed = isStreamed
        self.due = due
    }

    /// In bytes; nil when it is not announced.
    var length: Int? {
        if case .length(let length) = framing { length } else { nil }
    }

    /// False when it is more than there may be.
    mutating func take(_ count: Int, at now: NIODeadline) -> Bool {
        bytes += count
        due.received(count, at: now)
        return bytes <= limit
    }
}
