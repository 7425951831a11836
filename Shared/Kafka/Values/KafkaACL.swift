/// A right in a Kafka cluster that asks who may do what: a user, from any host, may do one thing with one resource.
package struct KafkaACL: Hashable, Sendable {
    package enum Resource: Hashable, Sendable {
        case topic(String)
        /// Every group whose name begins so.
        case groups(beginning: String)
    }

    package enum Operation: String, Sendable { case read = "Read", write = "Write", describe = "Describe" }

    /// The user's name, without `User:`.
    package var user: String
    package var resource: Resource
    package var operation: Operation

    package init(user: String, _ operation: Operation, _ resource: Resource) {
        self.user = user
        self.operation = operation
        self.resource = resource
    }
}

extension KafkaACL: CustomStringConvertible {
    package var description: String {
        switch resource {
        case .topic(let name): "User:\(user)  \(operation.rawValue)  topic \(name)"
        case .groups(let beginning): "User:\(user)  \(operation.rawValue)  groups \(beginning)*"
        }
    }
}
