/// The members of an object.
struct JSONObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let ink: JSONInk
    let object: JSONInkObject
    var codingPath: [any CodingKey] { [] }

    private func set(_ key: some CodingKey, _ node: JSONInkNode) { object.set(key.stringValue, node) }

    func encodeNil(forKey key: Key) { set(key, ink.null) }
    func encode(_ value: Bool, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: String, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: Double, forKey key: Key) throws { set(key, try ink.node(value)) }
    func encode(_ value: Float, forKey key: Key) throws { set(key, try ink.node(value)) }
    func encode(_ value: Int, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: Int8, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: Int16, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: Int32, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: Int64, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: UInt, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: UInt8, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: UInt16, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: UInt32, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: UInt64, forKey key: Key) { set(key, ink.node(value)) }
    func encode(_ value: some Encodable, forKey key: Key) throws { set(key, try ink.node(of: value)) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) -> KeyedEncodingContainer<NestedKey> {
        let nested: JSONInkObject
        if case .object(let there) = object.node(key.stringValue) { nested = there } else { nested = JSONInkObject() }
        set(key, .object(nested))
        return KeyedEncodingContainer(JSONObjectEncoder<NestedKey>(ink: ink, object: nested))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let nested: JSONInkList
        if case .list(let there) = object.node(key.stringValue) { nested = there } else { nested = JSONInkList() }
        set(key, .list(nested))
        return JSONListEncoder(ink: ink, list: nested)
    }

    func superEncoder() -> any Encoder { inherited("super") }
    func superEncoder(forKey key: Key) -> any Encoder { inherited(key.stringValue) }

    /// What a class's parent writes is known only once it has: an object is what parents are.
    private func inherited(_ name: String) -> any Encoder {
        let encoder = JSONValueEncoder(ink: ink)
        let nested = JSONInkObject()
        encoder.node = .object(nested)
        object.set(name, .object(nested))
        return encoder
    }
}

/// The items of a list.
struct JSONListEncoder: UnkeyedEncodingContainer {
    let ink: JSONInk
    let list: JSONInkList
    var codingPath: [any CodingKey] { [] }
    var count: Int { list.items.count }

    private func add(_ node: JSONInkNode) { list.items.append(node) }

    func encodeNil() { add(ink.null) }
    func encode(_ value: Bool) { add(ink.node(value)) }
    func encode(_ value: String) { add(ink.node(value)) }
    func encode(_ value: Double) throws { add(try ink.node(value)) }
    func encode(_ value: Float) throws { add(try ink.node(value)) }
    func encode(_ value: Int) { add(ink.node(value)) }
    func encode(_ value: Int8) { add(ink.node(value)) }
    func encode(_ value: Int16) { add(ink.node(value)) }
    func encode(_ value: Int32) { add(ink.node(value)) }
    func encode(_ value: Int64) { add(ink.node(value)) }
    func encode(_ value: UInt) { add(ink.node(value)) }
    func encode(_ value: UInt8) { add(ink.node(value)) }
    func encode(_ value: UInt16) { add(ink.node(value)) }
    func encode(_ value: UInt32) { add(ink.node(value)) }
    func encode(_ value: UInt64) { add(ink.node(value)) }
    func encode(_ value: some Encodable) throws { add(try ink.node(of: value)) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        let nested = JSONInkObject()
        add(.object(nested))
        return KeyedEncodingContainer(JSONObjectEncoder<NestedKey>(ink: ink, object: nested))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let nested = JSONInkList()
        add(.list(nested))
        return JSONListEncoder(ink: ink, list: nested)
    }

    func superEncoder() -> any Encoder {
        let encoder = JSONValueEncoder(ink: ink)
        let nested = JSONInkObject()
        encoder.node = .object(nested)
        add(.object(nested))
        return encoder
    }
}
