import ArgumentParser
import CareModels
import CareService
import Foundation
import Kafka

/// `careline topics`: every topic and its dead letters, in any Kafka cluster.
struct Topics: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create the topics and their dead-letter topics where they are missing.",
        discussion: """
            Run it before the services' first start in a cluster that does not create topics by itself. Those that exist are left as \
            they are. The CARE_KAFKA_… settings for TLS and SASL apply.
            """)

    @OptionGroup var cluster: ClusterOptions

    func run() async throws {
        try await Self.create(cluster.settings())
        for topic in Self.all { print("\(topic.name)  \(topic.partitions) partition\(topic.partitions == 1 ? "" : "s")") }
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

    /// In the cluster that the CARE_KAFKA_… settings describe.
    static func create(_ values: [String: String]) async throws {
        let configuration = try ClusterOptions.configuration(values)
        do { try await KafkaAdmin(configuration).create(all) } catch let error as KafkaError {
            throw Failure("the topics could not be made at \(configuration.bootstrap) (\(error)).\n\(error.mend)")
        }
    }
}
