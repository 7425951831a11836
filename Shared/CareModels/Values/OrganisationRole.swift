/// What a member of an organisation does there; one may do several things.
public enum OrganisationRole: String, Codable, Sendable, CaseIterable, Comparable {
    /// Says who else is an owner, and closes the organisation.
    case owner
    /// Says who the other members are, and verifies its practitioners.
    case administrator
    /// A provider who sees patients there.
    case practitioner
    case receptionist
    /// Reads what there is to read.
    case reviewer

    /// As they are named above.
    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension KeyedDecodingContainer {
    /// Chosen by the synthesized decoding of events' roles. What a later release calls a role is none to this one: whoever has no other does nothing here. Were the event
    /// refused for it, they would go on with those that they had before.
    func decode(_ type: [OrganisationRole].Type, forKey key: Key) throws -> [OrganisationRole] {
        // Of the container's own, which this one hides. What asks for the types alone, for the events' schemas, learns their names by it.
        func known<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(type, forKey: key) }
        do { return try known(type) } catch { return try decode([String].self, forKey: key).compactMap(OrganisationRole.init) }
    }
}
