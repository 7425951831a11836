/// `application/problem+json`, in one language. A member of a type's own cannot take the place of one that all have.
public struct ProblemDocument: Encodable, Sendable {
    public var type: ProblemType
    public var issuer: String
    public var language: Language
    package var detail: Text?
    public var requestID: String?
    package var fields: [Fault] = []
    public var members: [String: ProblemValue] = [:]

    public init(_ type: ProblemType, issuer: String, language: Language = .english) {
        self.type = type
        self.issuer = issuer
        self.language = language
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (name, value) in members { try container.encode(value, forKey: Key(name)) }
        try container.encode(type.address(issuer: issuer), forKey: Key("type"))
        try container.encode(type.title(in: language), forKey: Key("title"))
        try container.encode(type.status, forKey: Key("status"))
        try container.encodeIfPresent(detail?.string(in: language), forKey: Key("detail"))
        try container.encodeIfPresent(requestID, forKey: Key("requestId"))
        if !fields.isEmpty { try container.encode(fields.map { $0.written(in: language) }, forKey: Key("fields")) }
    }
}

extension ProblemType {
    /// As an answer of that type looks, with all of its own members.
    public func example(issuer: String, language: Language = .english) -> ProblemDocument {
        var document = ProblemDocument(self, issuer: issuer, language: language)
        document.requestID = "0af7651916cd43dd8448eb211c80319c"
        document.members = Dictionary(members.map { ($0.name, $0.example) }) { first, _ in first }
        if self == .validation { document.fields = [Fault("weekly[2].start", "is required")] }
        return document
    }
}
