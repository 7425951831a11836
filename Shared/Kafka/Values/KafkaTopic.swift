/// A topic to create: its settings are Kafka's own (`retention.ms`, `cleanup.policy`).
package struct KafkaTopic: Sendable {
    package var name: String
    package var partitions: Int
    package var settings: [String: String]

    package init(_ name: String, partitions: Int = 12, settings: [String: String] = [:]) {
        self.name = name
        self.partitions = partitions
        self.settings = settings
    }
}
