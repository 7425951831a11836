import CareModels
import Foundation
import Postgres

/// The present state of what a topic tells of, as events for those who begin to listen when the topic's beginning is gone. Nobody's who was erased: who
/// never heard of them has nothing to remove.
package struct Snapshot: Sendable {
    package let topic: Topic
    let page: @Sendable (_ after: UUID, _ most: Int, _ now: Date, Transaction) async throws -> [any CareEvent]

    /// `page` gives the states of the next subjects after an id, in the order of their ids and at most so many, and locks their rows: until the commit
    /// nothing happens to them, so that no later event stands before the state in the topic. None: there are no more.
    package init(_ topic: Topic, page: @escaping @Sendable (_ after: UUID, _ most: Int, Transaction) async throws -> [any CareEvent]) {
        self.topic = topic
        self.page = { after, most, _, tx in try await page(after, most, tx) }
    }

    /// The same of states that depend on the time.
    package init(_ topic: Topic, asOf page: @escaping @Sendable (_ after: UUID, _ most: Int, _ now: Date, Transaction) async throws -> [any CareEvent]) {
        self.topic = topic
        self.page = page
    }
}

extension PostgresPool {
    /// Puts the snapshot into the outbox, some subjects in each commit, and returns how many. One that was broken off goes on where it was. Of two that run beside
    /// each other one says how many they were, and the other 0. It waits while the relay has much to send, so that what happens meanwhile is not held up for long.
    package func tell(_ snapshot: Snapshot, now: Date, batch: Int = 200, behind most: Int = 1000) async throws -> Int {
        var isFirst = true
        while true {
            while try await withConnection({ try await $0.pendingEvents(upTo: most) }) >= most { try await Task.sleep(for: .milliseconds(100)) }
            let begins = isFirst
            let told = try await transaction { tx in try await tx.tellSome(of: snapshot, begins: begins, now, batch) }
            if let told { return told }
            isFirst = false
        }
    }
}

extension PostgresRunner {
    /// In the relay's queue; no more are counted than asked for.
    fileprivate func pendingEvents(upTo most: Int) async throws -> Int {
        try await first("SELECT count(*) AS count FROM (SELECT FROM outbox_pending LIMIT \(most)) AS queued")?["count"] ?? 0
    }
}

extension Transaction {
    /// How many were told in all, once there are no more.
    fileprivate func tellSome(of snapshot: Snapshot, begins: Bool, _ now: Date, _ batch: Int) async throws -> Int? {
        let topic = snapshot.topic.rawValue
        // Once: its row is gone when whoever runs it beside this one has come to the end, and a new one would tell all of it again.
        if begins { try await execute("INSERT INTO snapshots (topic) VALUES (\(topic)) ON CONFLICT DO NOTHING") }
        let row = try await first("SELECT reached, told FROM snapshots WHERE topic = \(topic) FOR UPDATE")
        guard let row else { return 0 }
        let (reached, told): (UUID, Int) = (try row["reached"], try row["told"])
        let events = try await snapshot.page(reached, batch, now, self)
        guard let last = events.last else {
            try await execute("DELETE FROM snapshots WHERE topic = \(topic)")
            return told
        }
        for event in events { try await emit(event) }
        try await execute("UPDATE snapshots SET reached = \(last.subject), told = \(told + events.count) WHERE topic = \(topic)")
        return nil
    }
}
