/// How timers are fired.
package struct JobSettings: Sendable {
    /// Timers set by another replica are seen within this time.
    package var poll: Duration = .seconds(1)
    /// How often a due timer that another replica holds is looked at again.
    package var recheck: Duration = .milliseconds(50)
    /// Timers fired at the same time in one replica. Less than the pool has connections.
    package var concurrency = 2
    package var firstWait: Duration = .seconds(1)
    package var mostWait: Duration = .seconds(3600)

    package init() {}
}
