import Foundation

/// The one JSON dialect of Careline: camelCase keys, RFC 3339 instants, sorted keys so that equal values are equal bytes.
public enum CareJSON {
    public static func encode(_ value: some Encodable) throws -> Data { try encoder().encode(value) }

    public static func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { try decoder().decode(type, from: data) }

    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { instant, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(RFC3339.format(instant))
        }
        return encoder
    }

    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let instant = RFC3339.parse(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "expected an RFC 3339 instant, such as 2026-03-08T14:30:00Z")
            }
            return instant
        }
        return decoder
    }
}
