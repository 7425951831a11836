import CKafka

/// A librdkafka error code with its name. It never holds a key, a value or a header.
package struct KafkaError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Negative codes are librdkafka's own, the others the protocol's.
    package var code: Int32
    /// As in librdkafka, without the prefix: `_MSG_TIMED_OUT`, `UNKNOWN_TOPIC_OR_PART`.
    package var name: String
    package var isRetriable: Bool
    /// The client is of no more use: make another.
    package var isFatal: Bool
    /// What was wrong with the settings or the request, where librdkafka said; never a setting's value.
    package var detail: String?

    package init(code: Int32, name: String, isRetriable: Bool, isFatal: Bool, detail: String? = nil) {
        self.code = code
        self.name = name
        self.isRetriable = isRetriable
        self.isFatal = isFatal
        self.detail = detail
    }

    package var description: String {
        let base = "Kafka error \(name) (\(code))"
        return detail.map { "\(base): \($0)" } ?? base
    }

    /// The client was closed, or is closing.
    package static let closed = KafkaError(RD_KAFKA_RESP_ERR__DESTROY)
    /// The task was cancelled while it waited: whether the record was written is unknown.
    package static let cancelled = KafkaError(
        code: RD_KAFKA_RESP_ERR__INTR.rawValue, name: "_CANCELLED", isRetriable: false, isFatal: false)
    package static let timedOut = KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT)

    init(_ code: rd_kafka_resp_err_t, isFatal: Bool = false, detail: String? = nil) {
        self.init(
            code: code.rawValue, name: String(cString: rd_kafka_err2name(code)), isRetriable: Self.retriable.contains(code.rawValue),
            isFatal: isFatal || code == RD_KAFKA_RESP_ERR__FATAL, detail: detail)
    }

    /// Takes over the error and frees it.
    init(consuming error: OpaquePointer) {
        defer { rd_kafka_error_destroy(error) }
        self.init(rd_kafka_error_code(error), isFatal: rd_kafka_error_is_fatal(error) != 0)
        isRetriable = isRetriable || rd_kafka_error_is_retriable(error) != 0
    }

    /// Codes after which the same request may succeed. librdkafka retries most by itself until the delivery timeout.
    private static let retriable: Set<Int32> = [
        RD_KAFKA_RESP_ERR__TRANSPORT.rawValue, RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN.rawValue, RD_KAFKA_RESP_ERR__TIMED_OUT.rawValue,
        RD_KAFKA_RESP_ERR__MSG_TIMED_OUT.rawValue, RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE.rawValue, RD_KAFKA_RESP_ERR__QUEUE_FULL.rawValue,
        RD_KAFKA_RESP_ERR__WAIT_COORD.rawValue, RD_KAFKA_RESP_ERR__RETRY.rawValue, RD_KAFKA_RESP_ERR__PURGE_QUEUE.rawValue,
        RD_KAFKA_RESP_ERR__PURGE_INFLIGHT.rawValue, RD_KAFKA_RESP_ERR__RESOLVE.rawValue, RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC.rawValue,
        RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION.rawValue, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART.rawValue,
        RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE.rawValue, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION.rawValue,
        RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT.rawValue, RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS.rawValue,
        RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND.rawValue, RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS.rawValue,
        RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE.rawValue, RD_KAFKA_RESP_ERR_NOT_COORDINATOR.rawValue,
        RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION.rawValue, RD_KAFKA_RESP_ERR_NOT_CONTROLLER.rawValue
    ]
}
