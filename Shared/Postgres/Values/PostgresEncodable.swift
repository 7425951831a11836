import Foundation

/// String, Int, Int16/32/64, Double, Bool, UUID, Date (timestamptz), [UInt8] and Data (bytea), arrays of them, JSONB,
/// RawRepresentable enums of them (declare conformance), and (in CareService) CareModels.ID.
package protocol PostgresEncodable: Sendable {
    var postgresValue: PostgresValue { get }
}

extension String: PostgresEncodable {
    package var postgresValue: PostgresValue { PostgresValue(PostgresType.unspecified, .text(self)) }
}

extension Int: PostgresEncodable {
    package var postgresValue: PostgresValue { PostgresValue(PostgresType.int8, .int8(Int64(self))) }
}

extension Int64: PostgresEncodable {
    package var postgresValue: PostgresValue { PostgresValue(PostgresType.int8, .int8(self)) }
}

extension Int32: PostgresEncodable {
    package var postgresValue: PostgresValue { PostgresValue(PostgresType.int4, .int4(self)) }
}

extension Int16: PostgresEncodable {
    package var postgresValue: PostgresValue { PostgresValue(PostgresType.int2, .int2(self)) }
}

extension Double: PostgresEncodable {
    package var postgresValue: PostgresValue { PostgresValue(PostgresType.float8, .float8(self)) }
}

extension Bool: PostgresEncodable {
    package var postgresValue: PostgresValue { PostgresValue(PostgresType.bool, .bool(self)) }
}

extension UUID: PostgresEncodable {
    package var postgresValue: PostgresValue { PostgresValue(PostgresType.uuid, .uuid(self)) }
}

extension Data: PostgresEncodable {
    package var postgresValue: PostgresValue { PostgresValue(PostgresType.bytea, .bytes([UInt8](self))) }
}

extension Date: PostgresEncodable {
    /// timestamptz, to the microsecond.
    package var postgresValue: PostgresValue {
        guard let microseconds = PostgresTimestamp.microseconds(self) else {
            return PostgresValue(PostgresType.timestamptz, .unrepresentable("an instant outside PostgreSQL's timestamptz"))
        }
        return PostgresValue(PostgresType.timestamptz, .int8(microseconds))
    }
}

/// An enum with a raw value binds and reads as that: `extension Status: PostgresEncodable, PostgresDecodable {}`.
extension RawRepresentable where RawValue: PostgresEncodable, Self: Sendable {
    package var postgresValue: PostgresValue { rawValue.postgresValue }
}
