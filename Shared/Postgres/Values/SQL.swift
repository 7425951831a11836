/// A statement whose interpolations are parameters: `"SELECT name FROM users WHERE id = \(id)"` becomes
/// `SELECT name FROM users WHERE id = $1`. Text that must not be a parameter (a table's name) is spelled `\(unescaped: …)`,
/// so that every such place can be found.
///
/// A String is sent untyped, so that the server takes it for whatever the place wants (text, an enum, json, date, interval); where
/// it cannot tell (`format('%s', …)`, `jsonb_build_object(…)`), write `\(name)::text`. An Int is a bigint: write `\(days)::int`
/// where a function wants an integer.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
    /// Its text, as the server is sent it. Not a String: most statements are put together of tens of pieces, which takes a String several times as long.
    package internal(set) var utf8: [UInt8]
    package internal(set) var parameters: [PostgresValue?]
    /// Where each placeholder begins in `utf8`: a fragment's are numbered anew when it is put into another statement.
    private var placeholders: [Int]

    package init(stringLiteral value: String) {
        utf8 = Array(value.utf8)
        parameters = []
        placeholders = []
    }

    package init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.statement
    }

    package var text: String { String(decoding: utf8, as: UTF8.self) }

    /// The statements joined, for a WHERE whose conditions vary.
    package static func join(_ parts: [SQL], separator: String) -> SQL {
        var joined: SQL = ""
        for (index, part) in parts.enumerated() {
            if index > 0 { joined.append(separator) }
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
        placeholders.append(utf8.count)
        parameters.append(value)
        appendPlaceholder(parameters.count)
    }

    /// `$1`, `$2` and so on.
    private mutating func appendPlaceholder(_ number: Int) {
        utf8.append(UInt8(ascii: "$"))
        if number < 10 { return utf8.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
        var unit = 1
        for _ in 1..<Self.digits(number) { unit *= 10 }
        while unit > 0 {
            utf8.append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
    }

    private static func digits(_ number: Int) -> Int { number < 10 ? 1 : number < 100 ? 2 : 1 + digits(number / 10) }

    fileprivate mutating func append(_ text: String) { utf8.append(contentsOf: text.utf8) }

    mutating func append(_ fragment: SQL) {
        let before = parameters.count
        parameters.append(contentsOf: fragment.parameters)
        // By its memory: a slice of an array takes several times as long, and a statement is of tens of pieces.
        fragment.utf8.withUnsafeBufferPointer { text in
            var copied = 0
            for (index, offset) in fragment.placeholders.enumerated() {
                utf8.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<offset]))
                placeholders.append(utf8.count)
                appendPlaceholder(before + index + 1)
                copied = offset + 1 + Self.digits(index + 1)
            }
            utf8.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
        }
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        var statement: SQL = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            statement.utf8.reserveCapacity(literalCapacity + 3 * interpolationCount)
            statement.parameters.reserveCapacity(interpolationCount)
            statement.placeholders.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { statement.append(literal) }
        package mutating func appendInterpolation(_ value: some PostgresEncodable) { statement.bind(value.postgresValue) }
        /// NULL for nil.
        package mutating func appendInterpolation(_ value: (some PostgresEncodable)?) { statement.bind(value?.postgresValue) }
        /// Another statement inside this one, with its parameters.
        package mutating func appendInterpolation(_ fragment: SQL) { statement.append(fragment) }
        /// Text as it is. Never from outside.
        package mutating func appendInterpolation(unescaped text: String) { statement.append(text) }
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
