import CareModels
import JSON

/// Wraps a Codable value to bind or read it as jsonb (json is read too). As `CareJSON` writes and reads it: instants are RFC 3339, keys sorted.
package struct JSONB<Value: Codable & Sendable>: Sendable {
    package var value: Value
    package init(_ value: Value) { self.value = value }
}

extension JSONB: Equatable where Value: Equatable {}

extension JSONB: PostgresEncodable {
    package var postgresValue: PostgresValue {
        guard let document = try? CareJSON.bytes(of: value) else {
            return PostgresValue(PostgresType.jsonb, .unrepresentable("\(Value.self) does not encode as JSON"))
        }
        return PostgresValue(PostgresType.jsonb, .json(document))
    }
}

extension JSONB: PostgresDecodable {
    package init(postgres column: PostgresColumn) throws {
        do {
            value = try CareJSON.decode(Value.self, from: try column.jsonDocument())
        } catch let error as PostgresDecodingError {
            throw error
        } catch {
            throw column.mismatch("JSON of \(Value.self)")  // the error may quote the document
        }
    }
}
