import CKafka
import Foundation
import Synchronization

/// A librdkafka client and its settings. Events come from queues that one thread polls, so there are no C callbacks at all.
struct Client: @unchecked Sendable {  // the pointer is a handle of librdkafka, whose functions may be called from any thread
    let handle: OpaquePointer

    /// - Parameters:
    ///   - properties: applied in order; an optional one is skipped where this librdkafka does not know it.
    ///   - events: a mask of `RD_KAFKA_EVENT_…`.
    init(_ type: rd_kafka_type_t, _ properties: [Property], events: Int32) throws(KafkaError) {
        guard let conf = rd_kafka_conf_new() else { throw KafkaError(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE) }
        for property in properties {
            let result = rd_kafka_conf_set(conf, property.name, property.value, nil, 0)
            if result == RD_KAFKA_CONF_OK || (result == RD_KAFKA_CONF_UNKNOWN && property.isOptional) { continue }
            rd_kafka_conf_destroy(conf)
            throw KafkaError(RD_KAFKA_RESP_ERR__INVALID_ARG, detail: "setting \(property.name) is unknown or its value is not valid")
        }
        rd_kafka_conf_set_events(conf, events)
        // librdkafka's reason can quote a setting's value (a password too): only its code goes on. It must have room for it all the
        // same: 2.8 writes to where there is none when a file for TLS cannot be used.
        var reason = [CChar](repeating: 0, count: 512)
        guard let handle = rd_kafka_new(type, conf, &reason, reason.count) else {
            let code = rd_kafka_last_error()
            rd_kafka_conf_destroy(conf)
            throw KafkaError(code, detail: "the client could not be made: check the security settings and their files")
        }
        self.handle = handle
    }

    /// The fatal error that stopped the client, if any.
    var fatalError: KafkaError? {
        let code = rd_kafka_fatal_error(handle, nil, 0)
        return code == RD_KAFKA_RESP_ERR_NO_ERROR ? nil : KafkaError(code, isFatal: true)
    }

    /// What every kind of client does with these events; false when it is another kind.
    func handleCommon(_ event: OpaquePointer, _ configuration: KafkaConfiguration, statistics: borrowing Mutex<KafkaStatistics?>) -> Bool {
        switch rd_kafka_event_type(event) {
        case RD_KAFKA_EVENT_LOG:
            guard let log = configuration.log else { return true }
            var facility: UnsafePointer<CChar>?
            var text: UnsafePointer<CChar>?
            var level: Int32 = 0
            guard rd_kafka_event_log(event, &facility, &text, &level) == 0, let facility, let text else { return true }
            log(
                KafkaLogLine(
                    level: KafkaLogLine.Level(rawValue: Int(level)) ?? .info, facility: String(cString: facility),
                    text: String(cString: text)))
            return true
        case RD_KAFKA_EVENT_STATS:
            guard let json = rd_kafka_event_stats(event), let parsed = KafkaStatistics(json: json) else { return true }
            statistics.withLock { $0 = parsed }
            configuration.onStatistics?(parsed)
            return true
        default:
            return false
        }
    }
}

struct Property: Equatable {
    var name: String
    var value: String
    var isOptional = false

    init(_ name: String, _ value: String, isOptional: Bool = false) {
        self.name = name
        self.value = value
        self.isOptional = isOptional
    }

    init(_ name: String, _ value: Duration) { self.init(name, String(value.milliseconds)) }
}

extension Duration {
    /// Rounded up, so that a short wait is never none.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
