import ArgumentParser
import CareModels
import Foundation
import Outbox

/// Which dead letters are meant; all conditions that are given must hold.
struct DeadLetterFilter: ParsableArguments {
    @Option(help: "The topic that they came from, as care.users.v1.") var topic: String?
    @Option(help: "The consumer group that could not handle them, as messaging.people.") var consumer: String?
    @Option(help: "The events' type, as care.users.registered.v1.") var type: String?
    @Option(help: "The id that the events are about: their Kafka key.") var subject: String?
    @Option(help: "One letter, by its offset in the dead-letter topic; with --topic.") var offset: Int64?

    func validate() throws {
        if let topic, Topic(rawValue: topic) == nil {
            throw ValidationError("--topic \(topic) is none of \(Topic.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        if offset != nil, topic == nil { throw ValidationError("--offset needs --topic: each dead-letter topic counts by itself") }
    }

    var isEmpty: Bool { topic == nil && consumer == nil && type == nil && subject == nil }

    var topics: [Topic] { topic.flatMap(Topic.init(rawValue:)).map { [$0] } ?? Topic.allCases }

    func takes(_ letter: ParkedEvent) -> Bool {
        (consumer == nil || letter.consumer == consumer) && (type == nil || letter.type == type)
            && (subject == nil || letter.subject?.lowercased() == subject?.lowercased()) && (offset == nil || letter.place.offset == offset)
    }
}
