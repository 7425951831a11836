import Kafka

extension RelayHolds.Scope {
    /// Codes of librdkafka's rdkafka.h and of the Kafka protocol.
    init(_ error: KafkaError) {
        switch error.code {
        case 2, 10, 87: self = .key  // INVALID_MSG, MSG_SIZE_TOO_LARGE, INVALID_RECORD
        case -188, -190, 3, 17, 29, 44: self = .topic  // unknown topic or partition, TOPIC_EXCEPTION, authorization, policy
        default: self = .everything
        }
    }
}
