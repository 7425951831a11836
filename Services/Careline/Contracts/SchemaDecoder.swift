import CareModels
import Foundation

/// Learns the JSON shape of a Swift type by decoding it: every key that the type asks for, whether it can be absent, and of
/// which type. So the schema is the decoder's own account of itself and cannot drift from it.
///
/// It knows structs of scalars, ids, instants, enums of strings, lists and other structs. Anything else is an error that names it.
struct SchemaDecoder: Decoder {
    struct Unsupported: Error, CustomStringConvertible {
        let type: String
        var description: String { "the schema of \(type) is unknown: teach SchemaDecoder.value(of:) about it" }
    }

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let record = Record()

    /// The JSON Schema of `type`, and the value that was made to learn it.
    static func schema<T: Decodable>(of type: T.Type) throws -> Document { try value(of: type).schema }

    fileprivate static func value<T: Decodable>(of type: T.Type) throws -> (value: T, schema: Document) {
        func known(_ value: any Sendable, _ schema: Document) throws -> (value: T, schema: Document) {
            guard let value = value as? T else { throw Unsupported(type: "\(type)") }
            return (value, schema)
        }
        if type == Bool.self { return try known(false, ["type": "boolean"]) }
        if type == Int.self { return try known(1, ["type": "integer", "format": "int64"]) }
        if type == Double.self { return try known(0.5, ["type": "number"]) }
        if type == String.self { return try known("", ["type": "string"]) }
        if type == Date.self { return try known(Date(timeIntervalSince1970: 0), ["type": "string", "format": "date-time"]) }
        if let cases = type as? any CaseIterable.Type {
            let names = try caseNames(of: cases)
            guard let first = names.first else { throw Unsupported(type: "\(type)") }
            let value = try JSONDecoder().decode(type, from: Data(Document.quoted(first).utf8))
            return (value, ["type": "string", "enum": .list(names.map { .text($0) })])
        }
        if type is any Identifier.Type {
            let value = try JSONDecoder().decode(type, from: Data("\"00000000-0000-7000-8000-000000000000\"".utf8))
            return (value, ["type": "string", "format": "uuid"])
        }
        let decoder = SchemaDecoder()
        let value = try type.init(from: decoder)
        guard let schema = decoder.record.schema else { throw Unsupported(type: "\(type)") }
        return (value, schema)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields<Key>(record: record))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Items(record: record) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Unsupported(type: "a value of its own") }
}

/// What the decoding of one type asked for so far.
private final class Record {
    var properties: [Document.Field] = []
    var required: [String] = []
    var items: Document?

    var schema: Document? {
        if let items { return ["type": "array", "items": items] }
        guard !properties.isEmpty else { return nil }
        return ["type": "object", "required": .list(required.map { .text($0) }), "properties": .fields(properties)]
    }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let record: Record
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        record.required.append(key.stringValue)
        return try learn(type, key)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { try learn(type, key) }

    private func learn<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        let (value, schema) = try SchemaDecoder.value(of: type)
        record.properties.append(Document.Field(name: key.stringValue, value: schema))
        return value
    }

    // The library's protocol asks for each scalar by itself, beside the generic form.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try learn(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try learn(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try learn(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try learn(type, key) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        throw SchemaDecoder.Unsupported(type: "the nested container \(key.stringValue)")
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaDecoder.Unsupported(type: "the nested list \(key.stringValue)")
    }
    func superDecoder() throws -> any Decoder { throw SchemaDecoder.Unsupported(type: "a class") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaDecoder.Unsupported(type: "a class") }
}

/// A list that claims one item, to learn its type.
private struct Items: UnkeyedDecodingContainer {
    let record: Record
    let codingPath: [any CodingKey] = []
    let count: Int? = 1
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex == 1 }

    init(record: Record) { self.record = record }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let (value, schema) = try SchemaDecoder.value(of: type)
        record.items = schema
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw SchemaDecoder.Unsupported(type: "a nested container")
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw SchemaDecoder.Unsupported(type: "a nested list")
    }
    mutating func superDecoder() throws -> any Decoder { throw SchemaDecoder.Unsupported(type: "a class") }
}

private protocol Identifier {}
extension UUID: Identifier {}
extension ID: Identifier {}

/// The raw values of an enum of strings.
private func caseNames<Cases: CaseIterable>(of type: Cases.Type) throws -> [String] {
    try type.allCases.map { value in
        guard let name = (value as? any RawRepresentable)?.rawValue as? String else {
            throw SchemaDecoder.Unsupported(type: "\(type)")
        }
        return name
    }
}
