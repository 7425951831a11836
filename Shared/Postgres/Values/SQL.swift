/// A statement whose interpolations are parameters: `"SELECT name FROM users WHERE id = \(id)"` becomes
/// `SELECT name FROM users WHERE id = $1`. Text that must not be a parameter (a table's name) is spelled `\(unescaped: …)`,
/// so that every such place can be found.
///
/// A String is sent untyped, so that the server takes it for whatever the place wants (text, an enum, json, date, interval); where
/// it cannot tell (`format('%s', …)`, `jsonb_build_object(…)`), write `\(name)::text`. An Int is a bigint: write `\(days)::int`
/// where a function wants an integer.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
    package internal(set) var text: String
    package internal(set) var parameters: [PostgresValue?]
    /// Where each placeholder begins in `text`, in UTF-8 bytes: a fragment's are numbered anew when it is put into another statement.
    private var placeholders: [Int]

    package init(stringLiteral value: String) {
        text = value
        parameters = []
        placeholders = []
    }

    package init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.statement
    }

    /// The statements joined, for a WHERE whose conditions vary.
    package static func join(_ parts: [SQL], separator: String) -> SQL {
        var joined: SQL = ""
        for (index, part) in parts.enumerated() {
            if index > 0 { joined.text += separator }
            joined.append(part)
        }
        return joined
    }

    /// Throws for a parameter that PostgreSQL cannot hold.
    func checkParameters() throws {
        guard parameters.count <= 65535 else { throw PostgresEncodingError(reason: "a statement takes at most 65535 parameters") }
        for parameter in parameters { try parameter?.check() }
    }

    mutating func bind(_ value: PostgresValue?) {
        placeholders.append(text.utf8.count)
        parameters.append(value)
        text += Self.placeholder(parameters.count)
    }

    /// `$1`, `$2` and so on: the first ones are spelled once.
    private static func placeholder(_ number: Int) -> String { number <= spelled.count ? spelled[number - 1] : "$\(number)" }
    private static let spelled = (1...64).map { "$\($0)" }

    mutating func append(_ fragment: SQL) {
        guard !fragment.parameters.isEmpty else {
            text += fragment.text
            return
        }
        let source = fragment.text.utf8
        var copied = source.startIndex
        for (index, offset) in fragment.placeholders.enumerated() {
            let placeholder = source.index(source.startIndex, offsetBy: offset)
            text += fragment.text[copied..<placeholder]
            bind(fragment.parameters[index])
            copied = source.index(placeholder, offsetBy: Self.placeholder(index + 1).utf8.count)
        }
        text += fragment.text[copied...]
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        var statement: SQL = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            statement.text.reserveCapacity(literalCapacity + 3 * interpolationCount)
            statement.parameters.reserveCapacity(interpolationCount)
            statement.placeholders.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { statement.text += literal }
        package mutating func appendInterpolation(_ value: some PostgresEncodable) { statement.bind(value.postgresValue) }
        /// NULL for nil.
        package mutating func appendInterpolation(_ value: (some PostgresEncodable)?) { statement.bind(value?.postgresValue) }
        /// Another statement inside this one, with its parameters.
        package mutating func appendInterpolation(_ fragment: SQL) { statement.append(fragment) }
        /// Text as it is. Never from outside.
        package mutating func appendInterpolation(unescaped text: String) { statement.text += text }
    }
}

extension String {
    /// As one SQL identifier: `user "x"` becomes `"user ""x"""`.
    var quotedIdentifier: String { "\"" + replacing("\"", with: "\"\"") + "\"" }

    /// A table's name, with its schema if it has one: `care.users` becomes `"care"."users"`.
    var quotedQualifiedName: String {
        split(separator: ".", omittingEmptySubsequences: false).map { String($0).quotedIdentifier }.joined(separator: ".")
    }
}
