/// A topic to create: its settings are Kafka's own (`retention.ms`, `cleanup.policy`).
public struct KafkaTopic: Sendable {
    public var name: String
    public var partitions: Int
    public var settings: [String: String]

    public init(_ name: String, partitions: Int = 12, settings: [String: String] = [:]) {
        self.name = name
        self.partitions = partitions
        self.settings = settings
    }
}
