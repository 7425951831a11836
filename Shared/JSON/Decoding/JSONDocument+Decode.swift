extension JSONDocument {
    /// The value that the document says. A `DecodingError` names the path of what is wrong.
    public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try JSONReading(self).value(type, at: 0, depth: 0) }
}
