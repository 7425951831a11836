import ArgumentParser
import CareModels
import CareService
import Foundation

/// `careline snapshot`: what a topic tells of, as it is now, for consumers that begin when the topic's beginning is gone.
struct SnapshotTopic: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Tell the present state of all that a topic is about.",
        discussion: """
            The service whose topic it is puts one event for each (care.appointments.snapshot.v1 …) into its outbox, with the version that it has, and its \
            relay sends them. Consumers that know that version pass over it. It may run while everything runs, takes a little at a time, and goes on where \
            it was when it was broken off. Run it once a new consumer listens. The databases are found as `careline migrate` finds them.
            """)

    @OptionGroup var place: PlaceOptions
    @Argument(help: "The topic, as care.appointments.v1.") var topic: String

    func validate() throws { _ = try owner() }

    func run() async throws {
        let (topic, service) = try owner()
        let settings = try await Databases.settings(place.layout(), ProcessInfo.processInfo.environment)
        let command = ServiceCommand.snapshotName(topic)
        let launch = Launch(
            executable: service.path, arguments: [command], environment: settings.environment(of: service), directory: settings.layout.state,
            log: settings.layout.log("\(service.name)-\(command)"))
        do {
            let said = try await Errand.run(launch, within: .seconds(86_400))
            // Beside what the service logs.
            print(said.split(separator: "\n").last { $0.contains(topic.rawValue) } ?? "")
        } catch let failure as ErrandFailure {
            throw Failure("\(failure)")
        }
    }

    private func owner() throws -> (Topic, PlatformService) {
        guard let topic = Topic(rawValue: topic) else {
            throw ValidationError("\(topic) is none of \(Topic.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        switch topic {
        case .users, .organisations: return (topic, .auth)
        case .appointments, .availability: return (topic, .scheduling)
        case .conversations, .messages: return (topic, .messaging)
        case .alerts, .reminders: return (topic, .health)
        case .ers, .erSchedules: return (topic, .ers)
        case .records: return (topic, .records)
        case .sessions: throw ValidationError("\(topic.rawValue) tells of sessions that ended: an hour later their tokens are over, and there is nothing to keep")
        case .heartRates: throw ValidationError("\(topic.rawValue) tells that heart rates came, each once: there is no state that it makes up")
        case .observations:
            throw ValidationError("\(topic.rawValue) holds values of people's health: they are not sent again; whoever may read them reads the records")
        case .recordAccess: throw ValidationError("\(topic.rawValue) tells of emergencies of an hour each: there is no state that they make up")
        case .subscriptions: throw ValidationError("\(topic.rawValue) tells who asked that something changed: what it was they read from the records")
        case .subscriptionHooks: throw ValidationError("\(topic.rawValue) tells how addresses stand that records are told of: each subscription's $status says it")
        case .feed: throw ValidationError("\(topic.rawValue) wakes who listens just now: a feed itself is read by its owner, GET /feed")
        }
    }
}
