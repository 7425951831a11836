/// The members of one object.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let reading: JSONReading
    private let object: Int
    private let depth: Int

    init(_ reading: JSONReading, _ object: Int, _ depth: Int) throws {
        guard reading.nodes[object].kind == .object else { throw reading.mismatch([String: Any].self, at: object) }
        self.reading = reading
        self.object = object
        self.depth = depth
        reading.search?.open(object, Key.self, in: reading)
    }

    var codingPath: [any CodingKey] { reading.path(to: object) }

    /// Those that the type knows, in the order of the text.
    var allKeys: [Key] {
        var keys: [Key] = []
        var index = object + 1
        while index < Int(reading.nodes[object].after) {
            if let key = Key(stringValue: reading.name(of: index)) { keys.append(key) }
            index = Int(reading.nodes[index].after)
        }
        return keys
    }

    private func find(_ key: some CodingKey) -> Int? { reading.member(key.stringValue, of: object, depth: depth) }

    private func index(_ key: some CodingKey) throws -> Int {
        guard let index = find(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "the member is missing"))
        }
        return index
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { reading.isNull(try index(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try reading.part { try reading.bool(at: index(key)) } }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try reading.part { try reading.string(at: index(key)) } }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try reading.part { try reading.double(at: index(key)) } }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try reading.part { try reading.float(at: index(key)) } }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try reading.part { try reading.integer(type, at: index(key)) } }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try reading.part { try reading.value(type, at: index(key), depth: depth + 1) } }

    // MARK: Containers within

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(try JSONMembers<Nested>(reading, index(key), depth + 1))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try JSONItems(reading, index(key), depth + 1) }

    func superDecoder() throws -> any Decoder { try decoder(JSONKey(stringValue: "super")) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: some CodingKey) throws -> any Decoder {
        JSONValueDecoder(reading: reading, index: try index(key), depth: depth + 1)
    }
}
