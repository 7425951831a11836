import ArgumentParser
import CareModels
import Foundation
import Kafka
import Outbox

/// `careline dlq …`: events that a consumer could not handle.
struct DeadLetters: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dlq", abstract: "Events that a consumer could not handle.",
        discussion: """
            A consumer that has tried an event CARE_CONSUMER_TRIES times parks it in its topic's dead letters (care.users.v1.dead) and goes on. They \
            stay for 90 days. Find out why and mend it, retry them, then drop them. `list` changes nothing, nor do `retry` and `drop` with --dry-run: \
            they say what they would do.
            """,
        subcommands: [List.self, Retry.self, Drop.self])

    /// All that the filter takes, topic by topic.
    private static func letters(_ filter: DeadLetterFilter, in topics: DeadLetterTopics) async throws -> [ParkedEvent] {
        var letters: [ParkedEvent] = []
        for topic in filter.topics { letters += try await topics.letters(in: topic).filter(filter.takes) }
        return letters
    }

    /// A line of what may be shown of it: where it is, what it is, who could not handle it, why.
    private static func line(_ letter: ParkedEvent) -> String {
        let at = letter.parkedAt.map(RFC3339.format) ?? "-"
        // Of who may write to the topic.
        let words = [letter.consumer, letter.type ?? "no event", letter.subject ?? "-", letter.error].map { Terminal.shown($0) }
        let leftOut = letter.leftOut.map { ", too large to be kept whole: \(Terminal.shown($0))" } ?? ""
        return "\(letter.place.topic) \(letter.place.offset)  \(at)  \(words.joined(separator: "  ")), \(Terminal.shown(letter.tries, most: 20)) tries\(leftOut)"
    }

    private static func counted(_ letters: [ParkedEvent]) -> String { "\(letters.count) dead letter\(letters.count == 1 ? "" : "s")" }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show them: place, time, consumer, type, subject, error. Nothing of what they hold.")

        @OptionGroup var cluster: ClusterOptions
        @OptionGroup var filter: DeadLetterFilter

        func run() async throws {
            let letters = try await DeadLetters.letters(filter, in: DeadLetterTopics(configuration: try cluster.configuration()))
            for letter in letters { print(DeadLetters.line(letter)) }
            print(DeadLetters.counted(letters))
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send them to their own topics again.",
            discussion: """
                With their old ids: who has handled an event does nothing, the consumer that parked it tries it again, after what came meanwhile. The \
                letters themselves stay until they are dropped. Give a condition, or --all.
                """)

        @OptionGroup var cluster: ClusterOptions
        @OptionGroup var filter: DeadLetterFilter
        @Flag(help: "Every dead letter of the cluster.") var all = false
        @Flag(help: "Say what would be sent, and send nothing.") var dryRun = false

        func validate() throws {
            guard all != !filter.isEmpty else { throw ValidationError("give either a condition (--topic, --consumer, --type, --subject) or --all") }
        }

        func run() async throws {
            let topics = DeadLetterTopics(configuration: try cluster.configuration())
            let found = try await DeadLetters.letters(filter, in: topics)
            for letter in found where letter.leftOut != nil { print("not sent  \(DeadLetters.line(letter))") }
            let letters = found.filter { $0.leftOut == nil }
            if dryRun {
                for letter in letters { print("would send  \(DeadLetters.line(letter))") }
            } else {
                try await topics.retry(letters) { print("sent  \(DeadLetters.line($0))") }
            }
            print("\(dryRun ? "would send" : "sent") \(DeadLetters.counted(letters)) again")
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete the letters of one topic up to an offset, for good.",
            discussion: "Kafka deletes from the beginning of a topic only. The embedded broker deletes nothing; its letters go when it ends.")

        @OptionGroup var cluster: ClusterOptions
        @Option(help: "The topic that they came from, as care.users.v1.") var topic: String
        @Option(help: "The last one to delete, by its offset in the dead-letter topic, as `careline dlq list` shows it.") var through: Int64
        @Flag(help: "Say what would be deleted, and delete nothing.") var dryRun = false

        func validate() throws {
            guard Topic(rawValue: topic) != nil else {
                throw ValidationError("--topic \(topic) is none of \(Topic.allCases.map(\.rawValue).joined(separator: ", "))")
            }
        }

        func run() async throws {
            guard let topic = Topic(rawValue: topic) else { return }
            let topics = DeadLetterTopics(configuration: try cluster.configuration())
            let letters = try await topics.letters(in: topic).filter { $0.place.offset <= through }
            // A later offset than any would be refused by Kafka, and is more than was looked at.
            guard let last = letters.map(\.place.offset).max() else { return print("\(DeadLetters.counted([])) up to \(through)") }
            for letter in letters { print("\(dryRun ? "would delete" : "deletes")  \(DeadLetters.line(letter))") }
            if !dryRun { try await topics.drop(topic, through: last) }
            print("\(dryRun ? "would delete" : "deleted") \(DeadLetters.counted(letters))")
        }
    }
}
