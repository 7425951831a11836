import Foundation

/// The one JSON dialect of Careline: camelCase keys, RFC 3339 instants, sorted keys so that equal values are equal bytes.
/// It is read by the module `JSON`.
public enum CareJSON {
    public static func encode(_ value: some Encodable) throws -> Data { try encoder().encode(value) }

    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { instant, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(RFC3339.format(instant))
        }
        return encoder
    }
}
