import CareModels
import Foundation
import Kafka
import Outbox
import Postgres
import Testing

/// Whatever becomes of the events of one key on their way (kept back as dead letters and sent again, delivered twice, lost), a
/// consumer ends where it would have ended had they come in order.
///
/// Each selection of the events, in each order, goes through the service's consumers and a real database, as they come from Kafka:
/// every event twice in a row, and in the end all of them once more, backwards, after the inbox has forgotten them. What keeps versions
/// finds each version that was missed before an event, when that comes first, and nothing in repetitions.
package struct EveryOrder<Subject: Sendable>: Sendable {
    let consumers: [Consumer]
    let pool: PostgresPool
    let subject: @Sendable () async throws -> Subject
    let events: @Sendable (Subject) -> [any CareEvent]
    let state: @Sendable (Subject) async throws -> String

    /// - Parameters:
    ///   - consumers: all of the service's.
    ///   - subject: a new one, with ids of its own.
    ///   - events: in their order.
    ///   - state: what remains of them, without ids and instants of writing, so that it can be compared.
    package init(
        _ consumers: [Consumer], _ pool: PostgresPool, subject: @escaping @Sendable () async throws -> Subject,
        events: @escaping @Sendable (Subject) -> [any CareEvent], state: @escaping @Sendable (Subject) async throws -> String
    ) {
        self.consumers = consumers
        self.pool = pool
        self.subject = subject
        self.events = events
        self.state = state
    }

    /// The types of the events that it tried.
    @discardableResult
    package func check(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Set<String> {
        let types = events(try await subject()).map { Swift.type(of: $0).type }
        for selection in Arrangements.selections(of: types.count) {
            let expected = try await run(selection)
            for order in Arrangements.orders(of: selection) where order != selection {
                let found = try await run(order)
                #expect(found == expected, "in the order \(order.map { types[$0] })", sourceLocation: sourceLocation)
            }
        }
        return Set(types)
    }

    private func run(_ order: [Int]) async throws -> String {
        let subject = try await subject()
        let events = events(subject)
        let received = try events.map { try ReceivedEvent($0) }
        var last: [UUID: Int] = [:]
        for index in order {
            let (about, version) = (received[index].subject, events[index].version)
            try await deliver(received[index], expecting: VersionStep(after: last[about, default: 0], to: version))
            try await deliver(received[index], expecting: nil)
            last[about] = max(last[about, default: 0], version)
        }
        for index in order.reversed() {
            try await pool.withConnection { _ = try await $0.execute("DELETE FROM inbox_days WHERE event_id = \(received[index].id.uuid)") }
            try await deliver(received[index], expecting: .seen)
        }
        return try await state(subject)
    }

    /// - Parameter step: nil of a repetition.
    private func deliver(_ event: ReceivedEvent, expecting step: VersionStep?) async throws {
        for consumer in consumers where consumer.types?.contains(event.type) == true {
            let applied = try await consumer.apply(event, on: pool)
            let expected = step.map { Consumer.Applied.handled(consumer.following.contains(event.type) ? $0 : nil) } ?? .repeated
            #expect(applied == expected, "\(event.type)")
        }
    }
}

extension [Consumer] {
    /// Of events, of all of them.
    package var handledTypes: Set<String> { reduce(into: []) { $0.formUnion($1.types ?? []) } }
}

/// Orders of things, by their numbers.
package enum Arrangements {
    /// Every non-empty selection of `count` things, each in order.
    package static func selections(of count: Int) -> [[Int]] {
        (1..<(1 << count)).map { bits in (0..<count).filter { bits & (1 << $0) != 0 } }
    }

    /// Every order of these.
    package static func orders(of things: [Int]) -> [[Int]] {
        guard !things.isEmpty else { return [[]] }
        return things.flatMap { first in orders(of: things.filter { $0 != first }).map { [first] + $0 } }
    }
}

extension ReceivedEvent {
    /// The event as it comes from another service, under an id of its own.
    package init(_ event: some CareEvent) throws {
        let record = try KafkaRecord(event)
        try self.init(
            KafkaMessage(
                topic: record.topic, partition: 0, offset: 0, key: record.key, value: record.value, headers: record.headers, timestamp: 0))
    }
}
