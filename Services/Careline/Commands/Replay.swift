import ArgumentParser
import CareModels
import Foundation
import Outbox
import Postgres

/// `careline replay`: published events, sent again.
struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send published events again.",
        discussion: """
            Takes them from a service's outbox, where they stay for CARE_OUTBOX_RETENTION, and has its relay send them again with their old \
            ids and in order. A consumer that remembers an id does nothing; one that missed it, parked it or is new takes it in. Give at \
            least one of the conditions; all that are given must hold. The databases are found as `careline migrate` finds them.
            """)

    @OptionGroup var place: PlaceOptions
    @Argument(help: "Whose events: \(PlatformService.all.map(\.name).joined(separator: ", ")).") var service: String
    @Option(help: "A topic, as care.users.v1.") var topic: String?
    @Option(help: "The id that the events are about: their Kafka key.") var subject: String?
    @Option(help: "An event's type, as care.users.registered.v1.") var type: String?
    @Option(help: "Those that happened at this instant or later, as 2026-03-08T14:30:00Z.") var since: String?
    @Option(help: "Those that happened before this instant.") var until: String?
    @Flag(help: "Say how many would be sent, and send nothing.") var dryRun = false

    func validate() throws {
        _ = try owner()
        guard [topic, subject, type, since, until].contains(where: { $0 != nil }) else {
            throw ValidationError("give a condition: --topic, --subject, --type, --since or --until")
        }
        _ = try filter()
    }

    func run() async throws {
        let settings = try await Databases.settings(place.layout(), ProcessInfo.processInfo.environment)
        let (owner, filter) = (try owner(), try filter())
        try await Databases.withPool(of: owner, at: Databases.url(of: owner, in: settings.databases)) { try await replay(filter, $0) }
    }

    private func owner() throws -> PlatformService {
        guard let owner = PlatformService.all.first(where: { $0.name == service }) else {
            throw ValidationError("\(service) is none of \(PlatformService.all.map(\.name).joined(separator: ", "))")
        }
        return owner
    }

    private func replay(_ filter: ReplayFilter, _ pool: PostgresPool) async throws {
        guard !dryRun else {
            let count = try await pool.withConnection { try await $0.replayable(filter) }
            return print("\(count) events of \(service) would be sent again")
        }
        var total = 0
        var position: Int? = 0
        // Some at a time, so that no transaction is long.
        while let after = position {
            let (count, next) = try await pool.withConnection { try await $0.replayOutbox(filter, after: after) }
            total += count
            position = next
            if next != nil { Terminal.say("\(total) so far") }
        }
        print("\(total) events of \(service) are in its outbox's queue again; the relay of a running service sends them at once")
    }

    private func filter() throws -> ReplayFilter {
        var filter = ReplayFilter(type: type)
        if let topic {
            guard let known = Topic(rawValue: topic) else {
                throw ValidationError("--topic \(topic) is none of \(Topic.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            filter.topic = known
        }
        if let subject {
            guard let id = UUID(strictly: subject) else { throw ValidationError("--subject \(subject) is no UUID") }
            filter.subject = id
        }
        filter.since = try instant("--since", since)
        filter.until = try instant("--until", until)
        return filter
    }

    private func instant(_ name: String, _ text: String?) throws -> Date? {
        guard let text else { return nil }
        guard let instant = RFC3339.parse(text) else { throw ValidationError("\(name) \(text) is no instant, such as 2026-03-08T14:30:00Z") }
        return instant
    }
}
