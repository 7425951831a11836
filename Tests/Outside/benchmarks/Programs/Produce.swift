import ArgumentParser
import CKafka

/// librdkafka itself producing records of the outbox's size (key, headers, value) as fast as it takes them: records a second,
/// until the last delivery report. Idempotent, acks=all: the promises that the relay gives.
struct Produce: ParsableCommand {
    struct Failed: Error { var code: Int32 }

    @Option var bootstrap: String
    @Option var topic: String
    @Option var count = 200_000
    /// Of a record's value.
    @Option var bytes: Int
    /// Each as name=value, as a relayed record has them.
    @Option var header: [String] = []

    func run() throws {
        let configuration = rd_kafka_conf_new()
        let settings = ["bootstrap.servers": bootstrap, "enable.idempotence": "true", "acks": "all", "queue.buffering.max.messages": "300000"]
        for (name, value) in settings { rd_kafka_conf_set(configuration, name, value, nil, 0) }
        guard let client = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, nil, 0) else { throw Failed(code: -1) }
        defer { rd_kafka_destroy(client) }
        guard let handle = rd_kafka_topic_new(client, topic, nil) else { throw Failed(code: -1) }
        defer { rd_kafka_topic_destroy(handle) }
        let value = [UInt8](repeating: UInt8(ascii: "v"), count: bytes)
        let headers = header.map { text in
            let parts = text.split(separator: "=", maxSplits: 1)
            return (name: String(parts[0]), value: Array((parts.count == 2 ? parts[1] : "").utf8))
        }
        // The topic's metadata must not be part of the measurement.
        try send(client, key: "first", value: value, headers: headers)
        guard rd_kafka_flush(client, 30_000) == RD_KAFKA_RESP_ERR_NO_ERROR else { throw Failed(code: -2) }
        let began = ContinuousClock.now
        for index in 0..<count { try send(client, key: "0198c5b2-7d7e-7cc0-8a4f-\(100_000_000_000 + index)", value: value, headers: headers) }
        guard rd_kafka_flush(client, 120_000) == RD_KAFKA_RESP_ERR_NO_ERROR else { throw Failed(code: -2) }
        report("rate", Double(count) / ((ContinuousClock.now - began) / .seconds(1)))
    }

    private func send(_ client: OpaquePointer, key: String, value: [UInt8], headers: [(name: String, value: [UInt8])]) throws {
        let list = rd_kafka_headers_new(headers.count)
        for header in headers {
            _ = header.value.withUnsafeBytes { rd_kafka_header_add(list, header.name, -1, $0.baseAddress, $0.count) }
        }
        var key = Array(key.utf8), value = value
        let answer: OpaquePointer? = topic.withCString { topic in
            key.withUnsafeMutableBytes { keyBytes in
                value.withUnsafeMutableBytes { valueBytes in
                    var arguments = [rd_kafka_vu_t](repeating: rd_kafka_vu_t(), count: 5)
                    arguments[0].vtype = RD_KAFKA_VTYPE_TOPIC
                    arguments[0].u.cstr = topic
                    arguments[1].vtype = RD_KAFKA_VTYPE_KEY
                    arguments[1].u.mem = .init(ptr: keyBytes.baseAddress, size: keyBytes.count)
                    arguments[2].vtype = RD_KAFKA_VTYPE_VALUE
                    arguments[2].u.mem = .init(ptr: valueBytes.baseAddress, size: valueBytes.count)
                    arguments[3].vtype = RD_KAFKA_VTYPE_MSGFLAGS
                    arguments[3].u.i = RD_KAFKA_MSG_F_COPY
                    arguments[4].vtype = RD_KAFKA_VTYPE_HEADERS
                    arguments[4].u.headers = list
                    return rd_kafka_produceva(client, &arguments, arguments.count)
                }
            }
        }
        if let answer {
            let code = rd_kafka_error_code(answer)
            rd_kafka_error_destroy(answer)
            throw Failed(code: code.rawValue)
        }
    }
}
