/// The decoder of one value.
struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
    private let reading: JSONReading
    private let place: UInt32
    private let level: UInt32

    init(reading: JSONReading, index: Int, depth: Int) {
        self.reading = reading
        place = UInt32(index)
        level = UInt32(depth)
    }

    private var index: Int { Int(place) }

    var codingPath: [any CodingKey] { reading.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try JSONMembers<Key>(reading, index, Int(level)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try JSONItems(reading, index, Int(level)) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    // MARK: One value

    func decodeNil() -> Bool { reading.isNull(index) }
    func decode(_ type: Bool.Type) throws -> Bool { try reading.bool(at: index) }
    func decode(_ type: String.Type) throws -> String { try reading.string(at: index) }
    func decode(_ type: Double.Type) throws -> Double { try reading.double(at: index) }
    func decode(_ type: Float.Type) throws -> Float { try reading.float(at: index) }
    func decode(_ type: Int.Type) throws -> Int { try reading.integer(type, at: index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try reading.integer(type, at: index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try reading.integer(type, at: index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try reading.integer(type, at: index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try reading.integer(type, at: index) }
    func decode(_ type: UInt.Type) throws -> UInt { try reading.integer(type, at: index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try reading.integer(type, at: index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try reading.integer(type, at: index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try reading.integer(type, at: index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try reading.integer(type, at: index) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try reading.value(type, at: index, depth: Int(level)) }
}
