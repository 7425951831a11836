/// The items of one list, from the first to the last.
struct JSONItems: UnkeyedDecodingContainer {
    private let reading: JSONReading
    private let list: UInt32
    private let level: UInt32
    private var next: UInt32
    private var place: UInt32 = 0

    init(_ reading: JSONReading, _ list: Int, _ depth: Int) throws {
        guard reading.nodes[list].kind == .array else { throw reading.mismatch([Any].self, at: list) }
        self.reading = reading
        self.list = UInt32(list)
        level = UInt32(depth)
        next = UInt32(list) + 1
    }

    private var depth: Int { Int(level) + 1 }

    var codingPath: [any CodingKey] { reading.path(to: Int(list)) }
    var isAtEnd: Bool { next == reading.nodes[Int(list)].after }
    var currentIndex: Int { Int(place) }

    /// Found by a walk over the list: ask once.
    var count: Int? {
        var count = 0
        var index = Int(list) + 1
        while index < Int(reading.nodes[Int(list)].after) {
            count += 1
            index = Int(reading.nodes[index].after)
        }
        return count
    }

    /// Goes on when `body` took the item.
    private mutating func item<Value>(_ type: any Any.Type, _ body: (JSONReading, Int) throws -> Value) throws -> Value {
        guard !isAtEnd else {
            let path = codingPath + [JSONKey(intValue: currentIndex)]
            throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: "the list is at its end"))
        }
        let value = try body(reading, Int(next))
        next = reading.nodes[Int(next)].after
        place += 1
        return value
    }

    /// Goes on only when it is null.
    mutating func decodeNil() throws -> Bool {
        guard isAtEnd || reading.isNull(Int(next)) else { return false }
        return try item(Any?.self) { _, _ in true }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try item(type) { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try item(type) { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try item(type) { try $0.double(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try item(type) { try $0.float(at: $1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try item(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try item(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try item(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try item(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try item(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try item(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try item(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try item(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try item(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try item(type) { try $0.integer(type, at: $1) } }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let depth = depth
        return try item(type) { reading, index in try reading.part { try reading.value(type, at: index, depth: depth) } }
    }

    // MARK: Containers within

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        let depth = depth
        return KeyedDecodingContainer(try item([String: Any].self) { try JSONMembers<Nested>($0, $1, depth) })
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let depth = depth
        return try item([Any].self) { try JSONItems($0, $1, depth) }
    }

    mutating func superDecoder() throws -> any Decoder {
        let depth = depth
        return try item((any Decoder).self) { JSONValueDecoder(reading: $0, index: $1, depth: depth) }
    }
}
