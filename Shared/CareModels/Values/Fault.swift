/// A faulty field of a request and how to mend it. The field is a path, `rules[2].weekday`, or a query parameter's or header's name.
public struct Fault: Equatable, Sendable {
    public var field: String
    /// It goes on from the field's name.
    package var message: Text

    package init(_ field: String, _ message: Text) {
        self.field = field
        self.message = message
    }

    public func message(in language: Language) -> String { message.string(in: language) }

    /// As answers hold it.
    package func written(in language: Language) -> WrittenFault {
        WrittenFault(field: field, message: message.string(in: language), limit: message.limit)
    }
}

/// A fault in the language of whoever reads it.
package struct WrittenFault: Codable, Equatable, Sendable {
    package var field: String
    package var message: String
    /// The most there may be, where the message names it.
    package var limit: Int?
}

/// Out of an answer, in the language that was asked for.
extension Fault: Decodable {
    public init(from decoder: any Decoder) throws {
        let written = try WrittenFault(from: decoder)
        self.init(written.field, Text(verbatim: written.message))
    }
}

/// Thrown by a rule with every fault of what was sent: one at least.
public struct Faults: Error, Equatable {
    public let all: [Fault]

    /// Nil without any.
    public init?(_ all: [Fault]) {
        if all.isEmpty { return nil }
        self.all = all
    }

    package init(_ first: Fault, _ more: Fault...) { all = [first] + more }
    package init(_ field: String, _ message: Text) { self.init(Fault(field, message)) }

    package func after(_ others: [Fault]) -> Faults { Faults(others + all) ?? self }
}
