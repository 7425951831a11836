/// A member that problems of one type have of their own.
public struct ProblemMember: Sendable, Hashable {
    public let name: String
    public let meaning: String
    public let example: ProblemValue

    init(_ name: String, _ meaning: String, example: ProblemValue) {
        self.name = name
        self.meaning = meaning
        self.example = example
    }
}

/// Its value: numbers are numbers.
public enum ProblemValue: Sendable, Hashable {
    case text(String)
    case number(Int)
}

extension ProblemValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Encodable {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int) { self = .number(value) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}
