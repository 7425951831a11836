import CareModels
import Foundation
import JSON

/// Wraps a Codable value to bind or read it as jsonb (json is read too). Instants are RFC 3339 with milliseconds, keys sorted.
package struct JSONB<Value: Codable & Sendable>: Sendable {
    package var value: Value
    package init(_ value: Value) { self.value = value }
}

extension JSONB: Equatable where Value: Equatable {}

extension JSONB: PostgresEncodable {
    package var postgresValue: PostgresValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { instant, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(instant.formatted(.iso8601WithMilliseconds))
        }
        guard let document = try? encoder.encode(value) else {
            return PostgresValue(PostgresType.jsonb, .unrepresentable("\(Value.self) does not encode as JSON"))
        }
        return PostgresValue(PostgresType.jsonb, .json([UInt8](document)))
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

extension FormatStyle where Self == Date.ISO8601FormatStyle {
    static var iso8601WithMilliseconds: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle(includingFractionalSeconds: true) }
}
