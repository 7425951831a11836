/// A faulty field of a request and how to mend it. The field is a path, `rules[2].weekday`, or a query parameter's or header's name.
public struct Fault: Codable, Equatable, Sendable {
    public var field: String
    public var message: String

    public init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }
}

/// Thrown by a rule with every fault of what was sent.
public struct Faults: Error, Equatable {
    public var all: [Fault]

    public init(_ all: [Fault]) { self.all = all }
    public init(_ field: String, _ message: String) { all = [Fault(field, message)] }
}
