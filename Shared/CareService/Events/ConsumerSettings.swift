/// How events are taken in.
public struct ConsumerSettings: Sendable {
    /// Tries of one event before it is parked as a dead letter.
    public var tries = 5
    /// The wait after the first failed try; doubled after each further one.
    public var firstWait: Duration = .milliseconds(200)
    public var mostWait: Duration = .seconds(10)
    /// Events of different partitions handled at the same time, by each consumer. Less than the pool has connections.
    public var concurrency = 4
    /// Messages taken from Kafka and not yet handled; beyond, fetching waits.
    public var queueLimit = 500
    /// How long the inbox remembers. Longer than any topic keeps its events, or a replay of older ones takes effect twice.
    public var inboxRetention: Duration = .seconds(30 * 86_400)

    public init() {}
}
