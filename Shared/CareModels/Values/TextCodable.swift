/// A value that is its text in JSON: reads what it writes, and says what it expects instead of anything else.
public protocol TextCodable: Codable, CustomStringConvertible {
    /// Nil when `text` spells no such value.
    init?(_ text: String)

    /// What its text is, with an example: `a date, such as 2026-03-08`.
    static var spelling: String { get }
}

extension TextCodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected \(Self.spelling)")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
