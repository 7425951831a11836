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
            they are. The CARE_KAFKA_… settings for TLS and SASL apply. In a cluster that asks who may do what, --acl gives each service's user \
            what it needs and no more: Write on its own topics and on the dead letters of those that it reads, Read on these and on its groups. \
            The users themselves (careline-auth, careline-scheduling, …) are made with the cluster's own tools.
            """)

    @OptionGroup var cluster: ClusterOptions
    @Flag(help: "Say which would be made, and make none.") var dryRun = false
    @Flag(help: "Give each service's user its rights.") var acl = false
    @Option(help: "What the users' names begin with, before the service's.") var userPrefix = "careline-"

    func run() async throws {
        let settings = try cluster.settings()
        let present = try await Self.present(settings)
        if !dryRun { try await Self.create(settings) }
        for topic in Self.all {
            let partitions = present[topic.name] ?? topic.partitions
            let remark = present[topic.name] != nil ? "there already" : dryRun ? "would be made" : "made"
            print("\(topic.name)  \(partitions) partition\(partitions == 1 ? "" : "s"), \(remark)")
        }
        guard acl else { return }
        let rights = ServiceTopics.all.flatMap { Self.rights(of: $0, user: userPrefix + $0.service) }
        if !dryRun { try await Self.asked(settings) { try await $0.create(rights) } }
        for right in rights { print("\(right), \(dryRun ? "would be given" : "given")") }
    }

    /// What a service's user may do.
    static func rights(of service: ServiceTopics, user: String) -> [KafkaACL] {
        func may(_ operation: KafkaACL.Operation, _ topics: [String]) -> [KafkaACL] {
            topics.flatMap { [KafkaACL(user: user, operation, .topic($0)), KafkaACL(user: user, .describe, .topic($0))] }
        }
        let read = service.consumes + service.hears
        let rights =
            may(.write, service.publishes.map(\.rawValue)) + may(.read, read.map(\.rawValue))
            + may(.write, service.consumes.map(\.deadLetter))
            + (service.consumes.isEmpty ? [] : [KafkaACL(user: user, .read, .groups(beginning: service.service + "."))])
        var given: Set<KafkaACL> = []
        return rights.filter { given.insert($0).inserted }
    }

    private static let day = 86_400_000

    /// Facts stay for 30 days (a service that was away longer is caught up by `careline replay`); dead letters for 90, so that
    /// somebody finds them.
    static let all: [KafkaTopic] = Topic.allCases.flatMap { topic in
        let settings = kept(30).merging(topic == .users ? compaction : [:]) { _, new in new }
        return [
            KafkaTopic(topic.rawValue, partitions: Topic.partitions, settings: settings),
            KafkaTopic(topic.deadLetter, partitions: 1, settings: kept(90))
        ]
    }

    /// For so many days, and a day more at most: Kafka deletes whole segments, so long after their last record, and begins one in a week by itself.
    private static func kept(_ days: Int) -> [String: String] { ["retention.ms": "\(days * day)", "segment.ms": "\(day)"] }

    /// Of a user the last event alone is left after a week, for which every event is there: names that were changed or erased are gone soon after, and
    /// all about the erased once their tombstone came.
    private static let compaction = [
        "cleanup.policy": "compact,delete", "min.compaction.lag.ms": "\(7 * day)", "max.compaction.lag.ms": "\(8 * day)", "delete.retention.ms": "\(day)"
    ]

    /// In the cluster that the CARE_KAFKA_… settings describe.
    static func create(_ values: [String: String]) async throws { try await asked(values) { try await $0.create(all) } }

    /// Those that the cluster has, with the number of their partitions.
    private static func present(_ values: [String: String]) async throws -> [String: Int] { try await asked(values) { try await $0.topics() } }

    private static func asked<Answer: Sendable>(_ values: [String: String], _ question: (KafkaAdmin) async throws -> Answer) async throws -> Answer {
        let configuration = try ClusterOptions.configuration(values)
        do { return try await question(KafkaAdmin(configuration)) } catch let error as KafkaError {
            throw Failure("the topics of \(configuration.bootstrap) could not be read or made (\(error)).\n\(error.mend)")
        }
    }
}
