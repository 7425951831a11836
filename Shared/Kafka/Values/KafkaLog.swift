/// Hears what librdkafka logs, in place of standard error.
public typealias KafkaLog = @Sendable (KafkaLogLine) -> Void

/// One line of librdkafka's log. It names brokers, topics and settings, never keys or values.
public struct KafkaLogLine: Sendable {
    public enum Level: Int, Sendable, Comparable {
        case emergency, alert, critical, error, warning, notice, info, debug

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    public var level: Level
    /// librdkafka's short code of what it is about: `FAIL`, `REBALANCE`.
    public var facility: String
    public var text: String
}
