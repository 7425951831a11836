import CPostgres
import Foundation

/// A row; its fields are decoded when they are asked for.
package struct Row: Sendable {
    let result: ResultSet
    let index: Int32

    /// `let id: UUID = try row["id"]`; a missing column, a NULL where none is expected, or another type throws a
    /// `PostgresDecodingError` that names the column. Ask for an optional to accept NULL.
    package subscript<T: PostgresDecodable>(_ column: String) -> T {
        get throws { try required(position(column)) }
    }

    package subscript<T: PostgresDecodable>(_ column: String) -> T? {
        get throws { try optional(position(column)) }
    }

    /// By position, from 0.
    package subscript<T: PostgresDecodable>(_ column: Int) -> T {
        get throws { try required(checked(column)) }
    }

    package subscript<T: PostgresDecodable>(_ column: Int) -> T? {
        get throws { try optional(checked(column)) }
    }

    /// By position, from 0.
    package func isNull(_ column: Int) throws -> Bool { PQgetisnull(result.result, index, try checked(column)) == 1 }

    private func required<T: PostgresDecodable>(_ position: Int32) throws -> T {
        // Not by `optional`: of what is generic an optional's type is looked up at each call.
        guard let column = column(position) else {
            throw PostgresDecodingError(column: name(position), reason: "NULL cannot be read as \(T.self); ask for an optional")
        }
        return try T(postgres: column)
    }

    private func optional<T: PostgresDecodable>(_ position: Int32) throws -> T? {
        guard let column = column(position) else { return nil }
        return try T(postgres: column)
    }

    /// Nil for NULL.
    private func column(_ position: Int32) -> PostgresColumn? {
        guard PQgetisnull(result.result, index, position) == 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(
            start: PQgetvalue(result.result, index, position), count: Int(PQgetlength(result.result, index, position)))
        let type = PQftype(result.result, position)
        return PostgresColumn(type: type, position: position, buffer: bytes, result: result)
    }

    private func name(_ position: Int32) -> String { String(cString: PQfname(result.result, position)) }

    private func position(_ name: String) throws -> Int32 {
        guard let found = name.withCString(result.position) else {
            throw PostgresDecodingError(column: name, reason: "no such column in the result")
        }
        return found
    }

    private func checked(_ column: Int) throws -> Int32 {
        guard column >= 0, column < Int(result.columnCount) else {
            throw PostgresDecodingError(column: "\(column)", reason: "the result has \(result.columnCount) columns, counted from 0")
        }
        return Int32(column)
    }
}
