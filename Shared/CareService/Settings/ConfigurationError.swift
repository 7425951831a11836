/// Every faulty setting at once, by name, with what is wrong and what is taken; never a value.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    public struct Fault: Sendable, Equatable {
        public var name: String
        public var message: String
    }

    public var faults: [Fault]

    public var description: String {
        "The settings cannot be used:\n" + faults.map { "  \($0.name) \($0.message)" }.joined(separator: "\n")
    }
}
