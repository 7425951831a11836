/// A field whose `null` means something else than its absence.
public struct Nullable<Value: Decodable & Sendable>: Decodable, Sendable {
    public var value: Value?

    public init(_ value: Value?) { self.value = value }

    public init(from decoder: any Decoder) throws { value = try Value?(from: decoder) }
}

extension KeyedDecodingContainer {
    /// Chosen by the synthesized decoding of a `Nullable?` property, where the standard one would turn `null` into absence.
    public func decodeIfPresent<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value>? {
        guard contains(key) else { return nil }
        return Nullable(try decodeIfPresent(Value.self, forKey: key))
    }
}
