/// What a JSON merge patch (RFC 7396) says of one field: nothing, that it be cleared, or its new value. As a property of a `Decodable` type it needs
/// no `Optional` around it.
public enum Patched<Value: Decodable & Sendable>: Decodable, Sendable {
    /// It stays as it is.
    case absent
    /// `null`: it is cleared.
    case cleared
    case set(Value)

    public init(_ value: Value?) { self = value.map { .set($0) } ?? .cleared }

    public init(from decoder: any Decoder) throws { self.init(try Value?(from: decoder)) }

    public var isAbsent: Bool { if case .absent = self { true } else { false } }

    /// The new value; nil when there is none.
    public var value: Value? { if case .set(let value) = self { value } else { nil } }
}

extension Patched: Equatable where Value: Equatable {}

extension KeyedDecodingContainer {
    /// Chosen by the synthesized decoding of a `Patched` property, where the standard one would demand that the member be there.
    public func decode<Value>(_ type: Patched<Value>.Type, forKey key: Key) throws -> Patched<Value> {
        guard contains(key) else { return .absent }
        return Patched(try decodeIfPresent(Value.self, forKey: key))
    }
}

extension Checks {
    /// The new value of what cannot be cleared; nil when it stays, and, with a fault, when the patch would clear it.
    public mutating func kept<Value>(_ patch: Patched<Value>, _ field: String) -> Value? {
        if case .cleared = patch { fail(field, "cannot be cleared; leave it out to keep it") }
        return patch.value
    }
}
