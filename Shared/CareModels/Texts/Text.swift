/// What a person reads, before it is said in which language: a template, which is the English, and the values in it. A literal is one:
/// `"This provider needs \(minutes) minutes' notice."` has the template `This provider needs {0} minutes' notice.`, by which `Catalogue` knows the other languages. So every
/// literal that stands where a `Text` is wanted needs its French: `Tests/Outside/operators/test_texts.py` finds those without.
package struct Text: Sendable {
    enum Value: Sendable {
        case word(String)
        case number(Int)
        /// In ASCII, with a point.
        case decimal(String)
        case text(Text)
    }

    /// English, with `{0}` where the first value stands and `{0|minute|minutes}` where a word goes with its number. Other braces are themselves.
    package let template: String
    let values: [Value]
    /// The most there may be, of a text that says so: for programs, beside the words.
    package let limit: Int?

    init(template: String, values: [Value], limit: Int? = nil) {
        self.template = template
        self.values = values
        self.limit = limit
    }

    /// A template without values that is not a literal here: a word out of a list, or what another library carried. The list's test asks for its French.
    package init(template: String) { self.init(template: template, values: []) }

    /// The same in all languages: a name, a code, what somebody wrote.
    package init(verbatim text: String) { self.init(template: "{0}", values: [.word(text)]) }
}

extension Text: ExpressibleByStringInterpolation {
    package init(stringLiteral template: String) { self.init(template: template) }

    package init(stringInterpolation: StringInterpolation) {
        self.init(template: stringInterpolation.template, values: stringInterpolation.values, limit: stringInterpolation.limit)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        var template = ""
        var values: [Value] = []
        var limit: Int?

        package init(literalCapacity: Int, interpolationCount: Int) {
            template.reserveCapacity(literalCapacity + 3 * interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { template += literal }

        /// In the language of the text around it.
        package mutating func appendInterpolation(_ text: Text) { append(.text(text)) }

        package mutating func appendInterpolation(_ number: Int) { append(.number(number)) }

        /// The most there may be: `"must have at most \(limit: most) bytes"`.
        package mutating func appendInterpolation(limit number: Int) {
            limit = number
            append(.number(number))
        }

        /// A number that may have decimals: `60.5`, which is `60,5` in French.
        package mutating func appendInterpolation(decimal number: String) { append(.decimal(number)) }

        /// With the word that it counts: `\(hours, "hour", "hours")` is `1 hour`, `2 hours`.
        package mutating func appendInterpolation(_ number: Int, _ one: String, _ many: String) {
            let index = values.count
            append(.number(number))
            template += " {\(index)|\(one)|\(many)}"
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) { append(.word(value.description)) }

        private mutating func append(_ value: Value) {
            template += "{\(values.count)}"
            values.append(value)
        }
    }
}

/// For tests and for people who develop: in English. What is shown to a person is asked for by `string(in:)`.
extension Text: CustomStringConvertible {
    package var description: String { string(in: .english) }
}

/// Two texts that say the same are the same.
extension Text: Hashable {
    package static func == (one: Text, other: Text) -> Bool { one.description == other.description }
    package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
