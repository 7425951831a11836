import CKafka

extension Client {
    /// Enqueues a copy of the record. `opaque` comes back with its delivery report. Nil when it is enqueued.
    func produce(_ record: KafkaRecord, opaque: UInt) -> KafkaError? {
        var headers: OpaquePointer?
        if !record.headers.isEmpty {
            headers = rd_kafka_headers_new(record.headers.count)
            for header in record.headers {
                let code = header.value.withUnsafeBytes { value in
                    // A null value would be another thing than an empty one.
                    rd_kafka_header_add(headers, header.name, -1, value.baseAddress ?? Self.empty, value.count)
                }
                guard code == RD_KAFKA_RESP_ERR_NO_ERROR else {
                    rd_kafka_headers_destroy(headers)
                    return KafkaError(code)
                }
            }
        }
        let failure = record.topic.withCString { topic in
            Self.withBytes(record.key) { key in
                Self.withBytes(record.value) { value in produce(topic, key, value, headers, opaque) }
            }
        }
        guard let failure else { return nil }
        if let headers { rd_kafka_headers_destroy(headers) }  // ours again: librdkafka takes them only when it succeeds
        return KafkaError(consuming: failure)
    }

    /// As an array of arguments, since Swift cannot call C's variadic `rd_kafka_producev`. Headers go as one list: librdkafka 2.0.2
    /// mishandles single ones in this array.
    private func produce(
        _ topic: UnsafePointer<CChar>, _ key: UnsafeRawBufferPointer?, _ value: UnsafeRawBufferPointer?, _ headers: OpaquePointer?,
        _ opaque: UInt
    ) -> OpaquePointer? {
        withUnsafeTemporaryAllocation(of: rd_kafka_vu_t.self, capacity: 6) { arguments in
            arguments.initialize(repeating: rd_kafka_vu_t())
            var count = 0
            func append(_ type: rd_kafka_vtype_t, _ set: (inout rd_kafka_vu_t) -> Void) {
                arguments[count].vtype = type
                set(&arguments[count])
                count += 1
            }
            append(RD_KAFKA_VTYPE_TOPIC) { $0.u.cstr = topic }
            append(RD_KAFKA_VTYPE_MSGFLAGS) { $0.u.i = RD_KAFKA_MSG_F_COPY }
            append(RD_KAFKA_VTYPE_OPAQUE) { $0.u.ptr = UnsafeMutableRawPointer(bitPattern: opaque) }
            if let key { append(RD_KAFKA_VTYPE_KEY) { $0.u.mem = .init(ptr: UnsafeMutableRawPointer(mutating: key.baseAddress), size: key.count) } }
            if let value { append(RD_KAFKA_VTYPE_VALUE) { $0.u.mem = .init(ptr: UnsafeMutableRawPointer(mutating: value.baseAddress), size: value.count) } }
            if let headers { append(RD_KAFKA_VTYPE_HEADERS) { $0.u.headers = headers } }
            return rd_kafka_produceva(handle, arguments.baseAddress, count)
        }
    }

    private static func withBytes<Result>(_ bytes: [UInt8]?, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
        guard let bytes else { return body(nil) }
        return bytes.withUnsafeBytes { body($0.baseAddress == nil ? UnsafeRawBufferPointer(start: empty, count: 0) : $0) }
    }

    /// Somewhere for empty keys, values and headers to point, since null means none. Never written nor freed.
    nonisolated(unsafe) private static let empty = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}
