import ArgumentParser
import CareModels
import Foundation
import Kafka

/// `careline topics`: every topic and its dead letters, in any Kafka cluster.
struct Topics: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create the topics and their dead-letter topics where they are missing.",
        discussion: "Run it before the services' first start in a cluster that does not create topics by itself. Those that exist are left as they are.")

    @Option(help: "The cluster: host:port, several separated by commas. Default: CARE_KAFKA_BOOTSTRAP, else the platform that `careline up` runs here.")
    var bootstrap: String?

    func run() async throws {
        let fromEnvironment = ProcessInfo.processInfo.environment["CARE_KAFKA_BOOTSTRAP"]
        let address = bootstrap ?? fromEnvironment ?? "127.0.0.1:8091"
        try await Self.create(bootstrap: address)
        for topic in Self.all { print("\(topic.name)  \(topic.partitions) partitions") }
    }

    /// Facts stay for 30 days (a service that was away longer is caught up by `careline replay`); dead letters for 90, so that
    /// somebody finds them.
    static let all: [KafkaTopic] = Topic.allCases.flatMap { topic in
        let day = 86_400_000
        return [
            KafkaTopic(topic.rawValue, partitions: Topic.partitions, settings: ["retention.ms": "\(30 * day)"]),
            KafkaTopic(topic.deadLetter, partitions: 1, settings: ["retention.ms": "\(90 * day)"]),
        ]
    }

    static func create(bootstrap: String) async throws {
        try await KafkaAdmin(KafkaConfiguration(bootstrap: bootstrap, clientID: "careline")).create(all)
    }
}
