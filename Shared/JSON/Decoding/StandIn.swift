import CareModels
import Foundation

/// A value of a type that says nothing, where that type can be made of nothing: false, 0, the empty text, an empty list, an object of such.
enum StandIn {
    static func of<T: Decodable>(_ type: T.Type) -> T? { try? StandInDecoder().decode(type) }
}

/// Decodes as if every member were there and empty.
private struct StandInDecoder: Decoder, SingleValueDecodingContainer {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> { KeyedDecodingContainer(StandInMembers<Key>()) }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try JSONItems(JSONReading(JSONDocument(Array("[]".utf8))), 0, 0) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { true }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let plain: Any? =
            switch type {
            case is Bool.Type: false
            case is String.Type: ""
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
    private let decoder = StandInDecoder()

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder.decode(type) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> { decoder.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}
