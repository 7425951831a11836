import CareModels
import Outbox

/// Every event of a topic that some webhook wants, one transaction each; deletions of persons, whose marks are to go, and notices of subscriptions, whose subscriber
/// learns that nobody wants them, in any case.
enum EventsConsumer {
    /// A quarter of a second is little beside what a delivery takes over the network, and with nobody to tell reading everything is all that this service does.
    private static let patience = Duration.milliseconds(250)
    private static let always: Set = [UserDeleted.type, SubscriptionHookNotified.type]

    static func consumer(of topic: Topic, _ wanted: WantedTypes, _ dependencies: Dependencies) -> Consumer {
        let handlers = EventCatalog.all.filter { $0.topic == topic }.map { handler($0.event, dependencies) }
        return Consumer(name(of: topic), topic: topic, handlers).passing { type, arrived in
            if always.contains(type) { return true }
            return try await wanted.has(type, arrived: arrived)
        }.gathering(for: patience)
    }

    /// `care.heart-rates.v1`: `heart-rates`.
    private static func name(of topic: Topic) -> String { topic.rawValue.split(separator: ".").dropFirst().first.map(String.init) ?? topic.rawValue }

    private static func handler<Event: CareEvent>(_ type: Event.Type, _ dependencies: Dependencies) -> EventHandler {
        .on(type) { event, received, tx in try await OnEvent(dependencies: dependencies).handle(event, received, tx) }
    }
}
