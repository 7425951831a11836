import CPostgres
import Foundation

/// One field of a row: its type's oid, its name and its bytes, in PostgreSQL's binary form.
///
/// Unchecked: the bytes belong to `result`, which never changes and which this keeps alive.
package struct PostgresColumn: @unchecked Sendable {
    package let type: UInt32
    let buffer: UnsafeRawBufferPointer
    private let position: Int32
    private let result: ResultSet

    init(type: UInt32, position: Int32, buffer: UnsafeRawBufferPointer, result: ResultSet) {
        self.type = type
        self.position = position
        self.buffer = buffer
        self.result = result
    }

    /// Made when it is asked for: only errors do.
    package var name: String { String(cString: PQfname(result.result, position)) }

    /// A copy of the bytes.
    package var bytes: [UInt8] { [UInt8](buffer) }

    /// For a decoder of your own to refuse: names the column and the types, never the value.
    package func mismatch(_ expected: String) -> PostgresDecodingError {
        PostgresDecodingError(column: name, reason: "\(PostgresType.label(type)) cannot be read as \(expected)")
    }

    func element(_ buffer: UnsafeRawBufferPointer, type: UInt32) -> PostgresColumn {
        PostgresColumn(type: type, position: position, buffer: buffer, result: result)
    }

    func integer<T: FixedWidthInteger>(_: T.Type) throws -> T {
        guard buffer.count == MemoryLayout<T>.size else { throw mismatch("\(T.self)") }
        return T(bigEndian: buffer.loadUnaligned(as: T.self))
    }

    func bytea<T>(_ read: (UnsafeRawBufferPointer) -> T) throws -> T {
        guard type == PostgresType.bytea else { throw mismatch("bytes") }
        return read(buffer)
    }

    /// The text of a json or jsonb field.
    func jsonDocument() throws -> [UInt8] {
        switch type {
        case PostgresType.json: return Array(buffer)
        case PostgresType.jsonb where buffer.first == 1: return Array(buffer.dropFirst())
        default: throw mismatch("JSON")
        }
    }
}
