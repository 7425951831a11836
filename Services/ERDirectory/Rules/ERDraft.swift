/// What is sent to enter or change an emergency room, as it came. Absent fields stay as they are; `null` empties one.
struct ERDraft: Decodable, Sendable {
    var name: String?
    var facilityType: Nullable<String>?
    var phone: Nullable<String>?
    var website: Nullable<String>?
    var street: Nullable<String>?
    var city: Nullable<String>?
    var region: Nullable<String>?
    var postalCode: Nullable<String>?
    var country: Nullable<String>?
    var countyCode: Nullable<String>?
    var latitude: Double?
    var longitude: Double?
    /// `null`: find it again from the position.
    var timeZone: Nullable<String>?
}

/// A field whose `null` means something else than its absence.
struct Nullable<Value: Decodable & Sendable>: Decodable, Sendable {
    var value: Value?

    init(_ value: Value?) { self.value = value }

    init(from decoder: any Decoder) throws { value = try Value?(from: decoder) }
}

extension KeyedDecodingContainer {
    /// Chosen by the synthesized decoding of a `Nullable?` property, where the standard one would turn `null` into absence.
    func decodeIfPresent<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value>? {
        guard contains(key) else { return nil }
        return Nullable(try decodeIfPresent(Value.self, forKey: key))
    }
}
