/// Type oids that never change (src/include/catalog/pg_type.dat).
enum PostgresType {
    static let unspecified: UInt32 = 0
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let oid: UInt32 = 26
    static let json: UInt32 = 114
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701
    static let unknown: UInt32 = 705
    static let bpchar: UInt32 = 1042
    static let varchar: UInt32 = 1043
    static let date: UInt32 = 1082
    static let timestamp: UInt32 = 1114
    static let timestamptz: UInt32 = 1184
    static let numeric: UInt32 = 1700
    static let void: UInt32 = 2278
    static let uuid: UInt32 = 2950
    static let jsonb: UInt32 = 3802

    /// Oids below this belong to PostgreSQL itself; from here on to extensions, enums and domains.
    static let firstUserDefined: UInt32 = 16384

    static func array(of element: UInt32) -> UInt32? {
        switch element {
        case bool: 1000
        case bytea: 1001
        case int2: 1005
        case int4: 1007
        case text: 1009
        case int8: 1016
        case float8: 1022
        case timestamptz: 1185
        case uuid: 2951
        case jsonb: 3807
        default: nil
        }
    }

    /// For error messages.
    static func label(_ type: UInt32) -> String {
        switch type {
        case bool: "boolean"
        case bytea: "bytea"
        case name: "name"
        case int2: "smallint"
        case int4: "integer"
        case int8: "bigint"
        case float4: "real"
        case float8: "double precision"
        case text: "text"
        case varchar: "varchar"
        case bpchar: "char"
        case json: "json"
        case jsonb: "jsonb"
        case date: "date"
        case timestamp: "timestamp without time zone"
        case timestamptz: "timestamptz"
        case numeric: "numeric"
        case uuid: "uuid"
        case void: "void"
        default: "type \(type)"
        }
    }
}
