extension JSONDocument {
    /// The value that the document says. A `DecodingError` names the path of what is wrong.
    public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try JSONReading(self).value(type, at: 0, depth: 0) }

    /// The same of what a client asks for: members that the type does not know are refused too (`UnknownMembers`). What is stored or
    /// comes by events is read by `decode`, since a later release may have added to it.
    package func decodeStrictly<T: Decodable>(_ type: T.Type = T.self) throws -> T {
        let search = UnknownMembersSearch()
        let reading = JSONReading(self, search)
        let value: T
        do {
            value = try reading.value(type, at: 0, depth: 0)
        } catch let error as DecodingError {
            guard let found = search.found(in: reading, alongside: error) else { throw error }
            throw found
        }
        if let found = search.found(in: reading, alongside: nil) { throw found }
        return value
    }
}
