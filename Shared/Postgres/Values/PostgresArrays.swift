import Foundation

/// What an array may hold. `[String]` binds as text[], `[UUID]` as uuid[], `[Int]` as bigint[], `[Date]` as timestamptz[];
/// `[UInt8]` is bytea. A type of your own conforms by declaring it, when it binds as one of these.
package protocol PostgresArrayElement: Sendable {
    static func postgresArray(_ elements: [Self]) -> PostgresValue
    static func elements(postgres column: PostgresColumn) throws -> [Self]
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
    package var postgresValue: PostgresValue { Element.postgresArray(self) }
}

extension Array: PostgresDecodable where Element: PostgresArrayElement {
    /// One dimension, without NULLs.
    package init(postgres column: PostgresColumn) throws { self = try Element.elements(postgres: column) }
}

extension Set: PostgresDecodable where Element: PostgresArrayElement {
    package init(postgres column: PostgresColumn) throws { self.init(try Element.elements(postgres: column)) }
}

/// An enum with a raw value is an element by its declaration, and a word that it does not know is an error of its row.
extension PostgresArrayElement where Self: PostgresEncodable & PostgresDecodable {
    package static func postgresArray(_ elements: [Self]) -> PostgresValue {
        guard let first = elements.first?.postgresValue else { return PostgresValue(PostgresType.unspecified, .text("{}")) }
        let element = first.type == PostgresType.unspecified ? PostgresType.text : first.type
        guard let array = PostgresType.array(of: element) else {
            return PostgresValue(PostgresType.unspecified, .unrepresentable("no array type is known for \(PostgresType.label(element))"))
        }
        return PostgresValue(array, .array(elements.map(\.postgresValue)))
    }

    package static func elements(postgres column: PostgresColumn) throws -> [Self] {
        try PostgresArrays.columns(column).map { try Self(postgres: $0) }
    }
}

extension String: PostgresArrayElement {
    package static func postgresArray(_ elements: [String]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.text) }
}

extension Int: PostgresArrayElement {
    package static func postgresArray(_ elements: [Int]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.int8) }
}

extension Int64: PostgresArrayElement {
    package static func postgresArray(_ elements: [Int64]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.int8) }
}

extension Int32: PostgresArrayElement {
    package static func postgresArray(_ elements: [Int32]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.int4) }
}

extension Int16: PostgresArrayElement {
    package static func postgresArray(_ elements: [Int16]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.int2) }
}

extension Double: PostgresArrayElement {
    package static func postgresArray(_ elements: [Double]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.float8) }
}

extension Bool: PostgresArrayElement {
    package static func postgresArray(_ elements: [Bool]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.bool) }
}

extension UUID: PostgresArrayElement {
    package static func postgresArray(_ elements: [UUID]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.uuid) }
}

extension Date: PostgresArrayElement {
    package static func postgresArray(_ elements: [Date]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.timestamptz) }
}

extension Data: PostgresArrayElement {
    package static func postgresArray(_ elements: [Data]) -> PostgresValue { PostgresArrays.value(elements, PostgresType.bytea) }
}

extension UInt8: PostgresArrayElement {
    /// Bytes are bytea, not an array.
    package static func postgresArray(_ elements: [UInt8]) -> PostgresValue { PostgresValue(PostgresType.bytea, .bytes(elements)) }
    package static func elements(postgres column: PostgresColumn) throws -> [UInt8] { try column.bytea { [UInt8]($0) } }
}

enum PostgresArrays {
    static func value(_ elements: [some PostgresEncodable], _ element: UInt32) -> PostgresValue {
        PostgresValue(PostgresType.array(of: element)!, .array(elements.map(\.postgresValue)))
    }

    /// The element's type of the arrays that are sent.
    static func element(of array: UInt32) -> UInt32 {
        switch array {
        case 1000: PostgresType.bool
        case 1001: PostgresType.bytea
        case 1005: PostgresType.int2
        case 1007: PostgresType.int4
        case 1009: PostgresType.text
        case 1016: PostgresType.int8
        case 1022: PostgresType.float8
        case 1185: PostgresType.timestamptz
        case 2951: PostgresType.uuid
        case 3807: PostgresType.jsonb
        default: PostgresType.text
        }
    }

    /// The elements as columns of their own; see `PostgresValue.encodeArray` for the form.
    static func columns(_ column: PostgresColumn) throws -> [PostgresColumn] {
        let bytes = column.buffer
        var offset = 0
        func next() throws -> Int32 {
            guard bytes.count - offset >= 4 else { throw column.mismatch("an array") }
            defer { offset += 4 }
            return Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
        }
        // A text or uuid column is long enough to look like a header: the flags and counts must make sense too.
        let dimensions = try next()
        let flags = try next()
        let element = UInt32(bitPattern: try next())
        guard flags == 0 || flags == 1, element != 0 else { throw column.mismatch("an array") }
        if dimensions == 0 { return [] }
        guard dimensions == 1 else { throw column.mismatch("an array of one dimension") }
        let count = Int(try next())
        _ = try next()
        guard count >= 0, count <= bytes.count / 4 else { throw column.mismatch("an array") }
        var columns: [PostgresColumn] = []
        columns.reserveCapacity(count)
        for _ in 0..<count {
            let length = Int(try next())
            guard length >= 0 else { throw column.mismatch("an array without NULLs") }
            guard bytes.count - offset >= length else { throw column.mismatch("an array") }
            columns.append(column.element(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]), type: element))
            offset += length
        }
        return columns
    }
}
