import CPostgres

/// Parameters laid out as libpq wants them, in memory that is used again for every statement.
struct ParameterBuffer {
    private var bytes: [UInt8] = []
    private var offsets: [Int] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []
    private var pointers: [UnsafePointer<CChar>?] = []

    mutating func send(_ parameters: [PostgresValue?], to statement: String, on connection: OpaquePointer) -> Bool {
        guard !parameters.isEmpty else { return PQsendQueryPrepared(connection, statement, 0, nil, nil, nil, 1) == 1 }
        bytes.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        pointers.removeAll(keepingCapacity: true)
        for parameter in parameters {
            guard let parameter else {
                offsets.append(-1)
                lengths.append(0)
                formats.append(1)
                continue
            }
            let start = bytes.count
            parameter.encode(into: &bytes)
            offsets.append(start)
            lengths.append(Int32(bytes.count - start))
            formats.append(parameter.isText ? 0 : 1)
        }
        bytes.append(0)  // so that an empty value at the end has an address too
        return bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
            for offset in offsets { pointers.append(offset < 0 ? nil : base + offset) }
            return PQsendQueryPrepared(connection, statement, Int32(parameters.count), pointers, lengths, formats, 1) == 1
        }
    }
}
