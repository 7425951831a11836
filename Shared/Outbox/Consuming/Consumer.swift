import CareModels
import Foundation
import Postgres

/// What a service does with a topic's events: one transaction each, with the inbox row in it, so that a second delivery is a
/// no-op.
///
/// Events of one key are handled in order, those of different partitions at the same time. When a handler throws, the event is
/// tried again after a growing wait, and after the last try (`ConsumerSettings.tries`) it is parked in the topic's dead-letter
/// topic and the next one is handled: later events of the same key then meet a gap, which is counted
/// where the projection keeps versions (`EventHandler.following`). An event
/// that is not a CloudEvent, or whose data does not decode, is parked at once. While the database is away nothing is parked:
/// the consumer waits.
package struct Consumer: Sendable {
    package typealias Handler = @Sendable (ReceivedEvent, Transaction) async throws -> Void
    /// Whether an event of this type, which arrived here then, is wanted.
    package typealias Interest = @Sendable (String, ContinuousClock.Instant) async throws -> Bool
    /// What a handler needs that another service has.
    package typealias Preparation = @Sendable (ReceivedEvent) async throws -> Void
    package typealias BroadcastHandler = @Sendable (ReceivedEvent) async -> Void

    enum Delivery: Sendable {
        /// `types`: those handled; nil hands over every type. `following`: those that are compared with what is held.
        case once(types: Set<String>?, following: Set<String>, EventHandler.Handler)
        case broadcast(lookback: Duration, BroadcastHandler)
    }

    package let name: String
    package let topic: Topic
    let delivery: Delivery
    private var isWanted: Interest?
    private var preparation: Preparation?
    /// How long Kafka may gather events before it hands them out; nil: not at all.
    private(set) var gathering: Duration?

    private init(_ name: String, _ topic: Topic, _ delivery: Delivery) {
        self.name = name
        self.topic = topic
        self.delivery = delivery
    }

    /// `name` is stable: it is part of the consumer group (`<service>.<name>`) and of the inbox key. `handle` gets events of
    /// every type of the topic and lets those pass that it does not know.
    package init(_ name: String, topic: Topic, handle: @escaping Handler) {
        let handler: EventHandler.Handler = { event, transaction in
            try await handle(event, transaction)
            return nil
        }
        self.init(name, topic, .once(types: nil, following: [], handler))
    }

    /// The same with a handler per type of event; other types of the topic are skipped without touching the database.
    package init(_ name: String, topic: Topic, _ handlers: [EventHandler]) {
        precondition(handlers.allSatisfy { $0.topic == topic }, "consumer \(name): a handler for an event of another topic")
        let byType = Dictionary(uniqueKeysWithValues: handlers.map { ($0.type, $0.handle) })
        self.init(
            name, topic,
            .once(types: Set(byType.keys), following: Set(handlers.filter(\.follows).map(\.type))) { event, transaction in
                try await byType[event.type]?(event, transaction)
            })
    }

    /// Lets those pass that nobody here wants, as types without a handler: no transaction, no inbox row.
    package func passing(unless isWanted: @escaping Interest) -> Consumer {
        var consumer = self
        consumer.isWanted = isWanted
        return consumer
    }

    /// `prepare` runs before the transaction: no connection to the database waits for another service's answer. What it throws makes the event wait.
    package func preparing(_ prepare: @escaping Preparation) -> Consumer {
        var consumer = self
        consumer.preparation = prepare
        return consumer
    }

    /// Lets Kafka gather what comes for so long before it hands it out: for who reads everything and is in no hurry. Handed out one by one, events cost
    /// Kafka and this service a request each.
    package func gathering(for wait: Duration) -> Consumer {
        var consumer = self
        consumer.gathering = wait
        return consumer
    }

    func prepare(_ event: ReceivedEvent) async throws { try await preparation?(event) }

    /// Throws what makes the event wait.
    package func wants(_ type: String, arrived: ContinuousClock.Instant) async throws -> Bool { try await isWanted?(type, arrived) ?? true }

    /// Hears every event in every replica, outside any group and without a transaction (revoked sessions, feed wake-ups). With
    /// `lookback` it first hears the events of that time again, since a new replica was not there when they came.
    package static func broadcast(
        _ name: String, topic: Topic, lookback: Duration = .zero, handle: @escaping BroadcastHandler
    ) -> Consumer {
        Consumer(name, topic, .broadcast(lookback: lookback, handle))
    }
}

/// What a consumer does with one type of event: `.on(UserRegistered.self) { event, received, tx in … }`.
package struct EventHandler: Sendable {
    package typealias Handler = @Sendable (ReceivedEvent, Transaction) async throws -> VersionStep?

    let type: String
    let topic: Topic
    let follows: Bool
    let handle: Handler

    package static func on<Event: CareEvent>(
        _ type: Event.Type, _ handle: @escaping @Sendable (Event, ReceivedEvent, Transaction) async throws -> Void
    ) -> EventHandler {
        EventHandler(type: Event.type, topic: Event.topic, follows: false) { received, transaction in
            try await handle(received.decode(Event.self), received, transaction)
            return nil
        }
    }

    /// The same for a projection that keeps versions. The handler says how the event follows what was held of its subject, nil where
    /// that says nothing; a gap is counted once the handler's work is committed.
    package static func following<Event: CareEvent>(
        _ type: Event.Type, _ handle: @escaping @Sendable (Event, ReceivedEvent, Transaction) async throws -> VersionStep?
    ) -> EventHandler {
        EventHandler(type: Event.type, topic: Event.topic, follows: true) { received, transaction in
            try await handle(received.decode(Event.self), received, transaction)
        }
    }
}
