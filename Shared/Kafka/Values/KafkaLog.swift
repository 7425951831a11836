/// Hears what librdkafka logs, in place of standard error.
package typealias KafkaLog = @Sendable (KafkaLogLine) -> Void

/// One line of librdkafka's log. It names brokers, topics and settings, never keys or values.
package struct KafkaLogLine: Sendable {
    package enum Level: Int, Sendable, Comparable {
        case emergency, alert, critical, error, warning, notice, info, debug

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    package var level: Level
    /// librdkafka's short code of what it is about: `FAIL`, `REBALANCE`.
    package var facility: String
    package var text: String
}
