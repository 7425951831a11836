/// A field that is not what the reader asked for. Names the column and the types, never the value.
package struct PostgresDecodingError: Error, Sendable, Equatable, CustomStringConvertible {
    package let column: String
    package let reason: String

    package init(column: String, reason: String) {
        self.column = column
        self.reason = reason
    }

    package var description: String { "column \"\(column)\": \(reason)" }
}
