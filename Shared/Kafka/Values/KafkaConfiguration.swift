/// How to reach a cluster, and the few settings that differ between one machine and production.
package struct KafkaConfiguration: Sendable {
    /// `host:port`, several separated by commas.
    package var bootstrap: String
    package var clientID: String
    package var security: Security
    /// Short sessions, and new partitions noticed at once; on unless told otherwise when every host is loopback.
    package var development: Bool
    /// The cluster is librdkafka's mock, which makes every fetch wait its whole time and finds no offsets by time. So it is asked
    /// forty times a second, which costs Kafka a good part of a core when a dozen consumers do it. Unless told otherwise, as `development`.
    package var embedded: Bool
    /// How long the producer waits for more records before it sends a batch; zero sends at once.
    package var linger = Duration.milliseconds(1)
    /// A record that is not acknowledged after this long fails with `_MSG_TIMED_OUT`.
    package var deliveryTimeout = Duration.seconds(60)
    /// Records of one producer that may await their acknowledgement; further sends wait.
    package var inFlightLimit = 10_000
    /// Zero switches statistics off.
    package var statisticsInterval = Duration.seconds(5)
    /// Any further librdkafka property (CONFIGURATION.md), applied last. A name that librdkafka does not know is an error.
    package var settings: [String: String] = [:]
    /// Hears what librdkafka logs. It is called on the client's own thread: do not block.
    package var log: KafkaLog?
    /// Hears each statistics report. It is called on the client's own thread: do not block.
    package var onStatistics: (@Sendable (KafkaStatistics) -> Void)?

    package init(bootstrap: String, clientID: String, security: Security = .plaintext, development: Bool? = nil, embedded: Bool? = nil) {
        self.bootstrap = bootstrap
        self.clientID = clientID
        self.security = security
        self.development = development ?? Self.isLoopback(bootstrap)
        self.embedded = embedded ?? self.development
    }

    static func isLoopback(_ bootstrap: String) -> Bool {
        let hosts = bootstrap.split(separator: ",").map { $0.split(separator: ":").first ?? "" }
        return !hosts.isEmpty && hosts.allSatisfy { $0 == "localhost" || $0.hasPrefix("127.") }
    }
}
