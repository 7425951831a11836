import CareModels
import Foundation

/// A value of a type that says nothing, where that type can be made of nothing: false, 0, an empty text, an empty list, an object of such.
enum StandIn {
    /// What a type that is written as a text may take: any, an id, an instant, a day, a time of day.
    private static let texts = ["", "00000000-0000-0000-0000-000000000000", "1970-01-01T00:00:00Z", "1970-01-01", "00:00"]

    static func of<T: Decodable>(_ type: T.Type) -> T? {
        for text in texts {
            if let value = try? StandInDecoder(text: text).decode(type) { return value }
        }
        return nil
    }
}

/// Decodes as if every member were there and empty; `text` for a text.
private struct StandInDecoder: Decoder, SingleValueDecodingContainer {
    let text: String

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> { KeyedDecodingContainer(StandInMembers<Key>(decoder: self)) }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try JSONItems(JSONReading(JSONDocument(Array("[]".utf8))), 0, 0) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { true }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let plain: Any? =
            switch type {
            case is Bool.Type: false
            case is String.Type: text
            case is Date.Type: Date(timeIntervalSince1970: 0)
            case is UUID.Type: UUID(uuidString: "00000000-0000-0000-0000-000000000000")
            case is Data.Type: Data()
            case is URL.Type: URL(string: "about:blank")
            case is Decimal.Type: Decimal(0)
            case let number as any (Numeric & Decodable).Type: number.zero
            default: nil
            }
        if let plain = plain as? T { return plain }
        return try T(from: self)
    }
}

private struct StandInMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: StandInDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard let value = StandIn.of(type) else { throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "nothing stands in")) }
        return value
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> { decoder.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}
