/// How timers are fired.
public struct JobSettings: Sendable {
    /// Timers set by another replica are seen within this time.
    public var poll: Duration = .seconds(1)
    /// How often a due timer that another replica holds is looked at again.
    public var recheck: Duration = .milliseconds(50)
    /// Timers fired at the same time in one replica. Less than the pool has connections.
    public var concurrency = 2
    public var firstWait: Duration = .seconds(1)
    public var mostWait: Duration = .seconds(3600)

    public init() {}
}
