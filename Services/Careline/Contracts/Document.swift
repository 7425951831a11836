/// A JSON or YAML document as a tree whose mappings keep the order they are written in.
indirect enum Document: Equatable, Sendable {
    struct Field: Equatable, Sendable {
        var name: String
        var value: Document
    }

    case null
    case flag(Bool)
    case integer(Int)
    case decimal(Double)
    case text(String)
    case list([Document])
    case fields([Field])

    /// The value of a mapping's field; nil when there is none, or when this is no mapping.
    subscript(_ name: String) -> Document? {
        guard case .fields(let fields) = self else { return nil }
        return fields.first { $0.name == name }?.value
    }

    var fields: [Field]? {
        guard case .fields(let fields) = self else { return nil }
        return fields
    }
}

extension Document: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: Document...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, Document)...) { self = .fields(elements.map { Field(name: $0.0, value: $0.1) }) }
}
