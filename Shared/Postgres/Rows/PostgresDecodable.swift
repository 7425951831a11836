import Foundation

/// What a field can be read as. See `PostgresEncodable` for the list.
package protocol PostgresDecodable: Sendable {
    init(postgres column: PostgresColumn) throws
}

extension String: PostgresDecodable {
    /// text, varchar, char, name, json, jsonb, and types of extensions and enums, whose binary form is their text.
    package init(postgres column: PostgresColumn) throws {
        switch column.type {
        case PostgresType.text, PostgresType.varchar, PostgresType.bpchar, PostgresType.name, PostgresType.unknown, PostgresType.json:
            self = String(decoding: column.buffer, as: UTF8.self)
        case PostgresType.jsonb:
            self = String(decoding: try column.jsonDocument(), as: UTF8.self)
        case PostgresType.firstUserDefined...:
            guard let text = String(validating: column.buffer, as: UTF8.self) else { throw column.mismatch("String") }
            self = text
        default:
            throw column.mismatch("String")
        }
    }
}

extension Int64: PostgresDecodable {
    /// smallint, integer, bigint, oid.
    package init(postgres column: PostgresColumn) throws {
        switch column.type {
        case PostgresType.int8: self = try column.integer(Int64.self)
        case PostgresType.int4: self = Int64(try column.integer(Int32.self))
        case PostgresType.int2: self = Int64(try column.integer(Int16.self))
        case PostgresType.oid: self = Int64(try column.integer(UInt32.self))
        default: throw column.mismatch("an integer")
        }
    }
}

extension PostgresDecodable where Self: FixedWidthInteger {
    fileprivate init(narrowing column: PostgresColumn) throws {
        guard let value = Self(exactly: try Int64(postgres: column)) else { throw column.mismatch("\(Self.self), whose range it exceeds") }
        self = value
    }
}

extension Int: PostgresDecodable {
    package init(postgres column: PostgresColumn) throws { self = Int(try Int64(postgres: column)) }
}

extension Int32: PostgresDecodable {
    package init(postgres column: PostgresColumn) throws { try self.init(narrowing: column) }
}

extension Int16: PostgresDecodable {
    package init(postgres column: PostgresColumn) throws { try self.init(narrowing: column) }
}

extension Double: PostgresDecodable {
    /// real, double precision; integers that are exact.
    package init(postgres column: PostgresColumn) throws {
        switch column.type {
        case PostgresType.float8: self = Double(bitPattern: try column.integer(UInt64.self))
        case PostgresType.float4: self = Double(Float(bitPattern: try column.integer(UInt32.self)))
        case PostgresType.int2, PostgresType.int4: self = Double(try Int64(postgres: column))
        default: throw column.mismatch("Double")
        }
    }
}

extension Bool: PostgresDecodable {
    package init(postgres column: PostgresColumn) throws {
        guard column.type == PostgresType.bool, column.buffer.count == 1 else { throw column.mismatch("Bool") }
        self = column.buffer[0] != 0
    }
}

extension UUID: PostgresDecodable {
    package init(postgres column: PostgresColumn) throws {
        guard column.type == PostgresType.uuid, column.buffer.count == 16 else { throw column.mismatch("UUID") }
        self.init(uuid: column.buffer.loadUnaligned(as: uuid_t.self))
    }
}

extension Date: PostgresDecodable {
    /// timestamptz only: a timestamp without time zone names no instant. ±infinity is refused.
    package init(postgres column: PostgresColumn) throws {
        guard column.type == PostgresType.timestamptz else { throw column.mismatch("Date") }
        guard let date = PostgresTimestamp.date(try column.integer(Int64.self)) else {
            throw column.mismatch("Date, which has no infinity")
        }
        self = date
    }
}

extension Data: PostgresDecodable {
    package init(postgres column: PostgresColumn) throws { self = try column.bytea { Data($0) } }
}

extension RawRepresentable where RawValue: PostgresDecodable, Self: Sendable {
    package init(postgres column: PostgresColumn) throws {
        guard let value = Self(rawValue: try RawValue(postgres: column)) else { throw column.mismatch("\(Self.self), which has no such case") }
        self = value
    }
}
