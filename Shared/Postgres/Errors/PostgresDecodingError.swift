/// A field that is not what the reader asked for. Names the column and the types, never the value.
public struct PostgresDecodingError: Error, Sendable, Equatable, CustomStringConvertible {
    public let column: String
    public let reason: String

    public init(column: String, reason: String) {
        self.column = column
        self.reason = reason
    }

    public var description: String { "column \"\(column)\": \(reason)" }
}
