/// Every faulty setting at once, by name, with what is wrong and what is taken; never a value.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    package struct Fault: Sendable, Equatable {
        package var name: String
        package var message: String
    }

    package var faults: [Fault]

    package var description: String {
        "The settings cannot be used:\n" + faults.map { "  \($0.name) \($0.message)" }.joined(separator: "\n")
    }
}
