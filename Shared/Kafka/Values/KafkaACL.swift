/// A right in a Kafka cluster that asks who may do what: a user, from any host, may do one thing with one resource.
public struct KafkaACL: Hashable, Sendable {
    public enum Resource: Hashable, Sendable {
        case topic(String)
        /// Every group whose name begins so.
        case groups(beginning: String)
    }

    public enum Operation: String, Sendable { case read = "Read", write = "Write", describe = "Describe" }

    /// The user's name, without `User:`.
    public var user: String
    public var resource: Resource
    public var operation: Operation

    public init(user: String, _ operation: Operation, _ resource: Resource) {
        self.user = user
        self.operation = operation
        self.resource = resource
    }
}

extension KafkaACL: CustomStringConvertible {
    public var description: String {
        switch resource {
        case .topic(let name): "User:\(user)  \(operation.rawValue)  topic \(name)"
        case .groups(let beginning): "User:\(user)  \(operation.rawValue)  groups \(beginning)*"
        }
    }
}
