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

/// Thrown by a rule with every fault of what was sent, one at least: the first ones are named, the rest is counted.
public struct Faults: Error, Equatable {
    /// So many are named. A body of 10 MiB may have a million, each of which takes many times its bytes.
    package static let most = 20

    /// Those that are named, in their order.
    public let all: [Fault]
    /// How many there are beside them.
    package let more: Int

    /// Nil without any. `more`: how many were counted beside these.
    public init?(_ all: [Fault], more: Int = 0) {
        if all.isEmpty { return nil }
        self.all = Array(all.prefix(Self.most))
        self.more = more + all.count - self.all.count
    }

    package init(_ fault: Fault) {
        all = [fault]
        more = 0
    }

    package init(_ field: String, _ message: Text) { self.init(Fault(field, message)) }

    package func after(_ others: [Fault]) -> Faults { Faults(others + all, more: more) ?? self }

    /// What is said of those that are not named; nil where all are.
    package var rest: Text? { Self.rest(more) }

    package static func rest(_ more: Int) -> Text? {
        guard more > 0 else { return nil }
        return "\(more, "more fault is", "more faults are") named once these are mended."
    }
}
