/// How the relay works; the defaults suit one service on one machine as well as a large one.
package struct OutboxSettings: Sendable {
    /// Events sent and marked at once.
    package var batch = 2000
    /// The queue is looked at this often even when no wake-up came.
    package var poll: Duration = .milliseconds(500)
    /// How often a replica without the relay's lock tries to take it: a dead holder is replaced within this time.
    package var takeover: Duration = .seconds(1)
    /// How long published events stay for `careline replay`.
    package var retention: Duration = .seconds(7 * 86_400)
    /// Wake-ups to a relay in another replica: at most one in this time.
    package var notifyInterval: Duration = .milliseconds(5)

    package init() {}
}
