import Foundation

/// A parameter as it goes over the wire: a type and its binary form (a String: untyped text).
package struct PostgresValue: Sendable {
    enum Storage: Sendable {
        case int2(Int16)
        case int4(Int32)
        /// bigint, and timestamptz in microseconds since 2000-01-01 UTC.
        case int8(Int64)
        case float8(Double)
        case bool(Bool)
        case uuid(UUID)
        case text(String)
        case bytes([UInt8])
        /// A JSON document.
        case json([UInt8])
        case array([PostgresValue])
        /// No such value exists in PostgreSQL; refused when it is sent, since making a value never throws.
        case unrepresentable(String)
    }

    let type: UInt32
    let storage: Storage

    init(_ type: UInt32, _ storage: Storage) {
        self.type = type
        self.storage = storage
    }
}

/// A value that PostgreSQL cannot hold, such as text with a NUL character. Says which kind, never the value.
package struct PostgresEncodingError: Error, Sendable, CustomStringConvertible {
    package let reason: String
    package var description: String { "cannot send a parameter: \(reason)" }
}

extension PostgresValue {
    /// Text goes in the text format (the server's input function for whatever type the place has), the rest in binary.
    var isText: Bool {
        if case .text = storage { true } else { false }
    }

    /// Throws for a value that PostgreSQL cannot hold, before anything of its statement is sent.
    func check() throws {
        switch storage {
        case .text(let text):
            let hasNUL = text.utf8.withContiguousStorageIfAvailable { bytes in
                bytes.count > 0 && memchr(bytes.baseAddress!, 0, bytes.count) != nil
            }
            if hasNUL ?? text.utf8.contains(0) { throw PostgresEncodingError(reason: "text holds a NUL character") }
        case .array(let elements): for element in elements { try element.check() }
        case .unrepresentable(let reason): throw PostgresEncodingError(reason: reason)
        default: break
        }
    }

    /// Appends the wire form, without its length. Text is followed by the NUL that libpq wants.
    func encode(into buffer: inout [UInt8]) {
        encodeBinary(into: &buffer)
        if isText { buffer.append(0) }
    }

    private func encodeBinary(into buffer: inout [UInt8]) {
        switch storage {
        case .int2(let value): buffer.append(bigEndian: value)
        case .int4(let value): buffer.append(bigEndian: value)
        case .int8(let value): buffer.append(bigEndian: value)
        case .float8(let value): buffer.append(bigEndian: value.bitPattern)
        case .bool(let value): buffer.append(value ? 1 : 0)
        case .uuid(let value): withUnsafeBytes(of: value.uuid) { buffer.append(contentsOf: $0) }
        case .text(let value): buffer.append(contentsOf: value.utf8)
        case .bytes(let value): buffer.append(contentsOf: value)
        case .json(let document):
            if type == PostgresType.jsonb { buffer.append(1) }  // the version of jsonb's wire form
            buffer.append(contentsOf: document)
        case .array(let elements): encodeArray(elements, into: &buffer)
        case .unrepresentable: break  // `check` has refused it
        }
    }

    /// array_send's form (src/backend/utils/adt/arrayfuncs.c): dimensions, has-null, element type, (length, lower bound), elements.
    private func encodeArray(_ elements: [PostgresValue], into buffer: inout [UInt8]) {
        buffer.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
        buffer.append(bigEndian: Int32(0))
        buffer.append(bigEndian: PostgresArrays.element(of: type))
        if elements.isEmpty { return }
        buffer.append(bigEndian: Int32(elements.count))
        buffer.append(bigEndian: Int32(1))
        for value in elements {
            let lengthAt = buffer.count
            buffer.append(bigEndian: Int32(0))
            value.encodeBinary(into: &buffer)
            let length = UInt32(buffer.count - lengthAt - 4)
            for shift in 0..<4 { buffer[lengthAt + shift] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * shift)) }
        }
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}
