/// How events are taken in.
package struct ConsumerSettings: Sendable {
    /// Tries of one event before it is parked as a dead letter.
    package var tries = 5
    /// The wait after the first failed try; doubled after each further one.
    package var firstWait: Duration = .milliseconds(200)
    package var mostWait: Duration = .seconds(10)
    /// Events of different partitions handled at the same time, by each consumer. Less than the pool has connections.
    package var concurrency = 4
    /// Messages taken from Kafka and not yet handled; beyond, fetching waits.
    package var queueLimit = 500
    /// How long the inbox remembers. Longer than any topic keeps its events, or a replay of older ones takes effect twice.
    package var inboxRetention: Duration = .seconds(32 * 86_400)

    package init() {}
}
