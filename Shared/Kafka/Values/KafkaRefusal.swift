import CKafka

/// Why a broker that is there lets us not in. It is the settings' fault and not the network's, though librdkafka goes on trying.
package enum KafkaRefusal: Sendable, Equatable {
    /// It does not take the user, the password or the mechanism.
    case authentication
    /// The TLS handshake failed: its certificate is not of an authority that we know or not for this host, or it wants one of ours.
    case tls

    /// What is known after a further error of a client: its latest connection decides, and other errors say nothing of it.
    init?(after code: rd_kafka_resp_err_t, known: KafkaRefusal?) {
        switch code {
        case RD_KAFKA_RESP_ERR__AUTHENTICATION: self = .authentication
        case RD_KAFKA_RESP_ERR__SSL: self = .tls
        case RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__RESOLVE: return nil
        default:
            guard let known else { return nil }
            self = known
        }
    }

    var error: KafkaError {
        switch self {
        case .authentication: KafkaError(RD_KAFKA_RESP_ERR__AUTHENTICATION, detail: "the broker refuses the user or the password")
        case .tls: KafkaError(RD_KAFKA_RESP_ERR__SSL, detail: "the TLS handshake with the broker failed")
        }
    }
}

extension KafkaError {
    /// Set when a broker was reached and let us not in.
    package var refusal: KafkaRefusal? { KafkaRefusal(after: rd_kafka_resp_err_t(code), known: nil) }
}
