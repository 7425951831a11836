import CareModels
import Foundation

/// JSON as the API has it: instants are RFC 3339, keys as they are.
enum Wire {
    static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let instant = RFC3339.parse(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected an instant, such as 2026-03-08T14:30:00Z")
            }
            return instant
        }
        return try decoder.decode(type, from: bytes)
    }

    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { instant, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(RFC3339.format(instant))
        }
        return try encoder.encode(value)
    }
}
