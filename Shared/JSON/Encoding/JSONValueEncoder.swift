/// Encodes one value. Where it is in the whole is not kept (`codingPath`): nothing of ours asks.
final class JSONValueEncoder: Encoder {
    let ink: JSONInk
    /// Nil until the value has said what it is.
    var node: JSONInkNode?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(ink: JSONInk) { self.ink = ink }

    /// The same object whenever it is asked for, so that a value may be encoded in parts.
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard case .object(let object) = node else {
            let object = JSONInkObject()
            node = .object(object)
            return KeyedEncodingContainer(JSONObjectEncoder(ink: ink, object: object))
        }
        return KeyedEncodingContainer(JSONObjectEncoder(ink: ink, object: object))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        guard case .list(let list) = node else {
            let list = JSONInkList()
            node = .list(list)
            return JSONListEncoder(ink: ink, list: list)
        }
        return JSONListEncoder(ink: ink, list: list)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { JSONScalarEncoder(encoder: self) }
}

struct JSONScalarEncoder: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.node = encoder.ink.null }
    func encode(_ value: Bool) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: String) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: Double) throws { encoder.node = try encoder.ink.node(value) }
    func encode(_ value: Float) throws { encoder.node = try encoder.ink.node(value) }
    func encode(_ value: Int) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: Int8) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: Int16) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: Int32) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: Int64) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: UInt) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: UInt8) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: UInt16) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: UInt32) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: UInt64) { encoder.node = encoder.ink.node(value) }
    func encode(_ value: some Encodable) throws { encoder.node = try encoder.ink.node(of: value) }
}
