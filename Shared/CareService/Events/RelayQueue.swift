import Foundation
import Kafka
import Postgres

extension OutboxRow {
    var key: RelayHolds.Key { RelayHolds.Key(topic: topic, subject: subject) }
}

/// The relay's side of the queue: what is held back, what was marked, and when the table wants its vacuum.
struct RelayQueue {
    var holds = RelayHolds(backoff: Backoff(first: .milliseconds(100), most: .seconds(10)))
    private var markedSinceVacuum = 0

    /// Dead rows at the head of the queue that a read may have to walk over.
    static let vacuumAfter = 50_000

    func read(_ connection: PostgresConnection, limit: Int, beingSent: [Int]) async throws -> [OutboxRow] {
        if holds.holdsEverything { return [] }
        if holds.activeKeys.isEmpty, holds.activeTopics.isEmpty {
            return try await connection.unpublished(limit: limit, beingSent: beingSent)
        }
        return try await connection.unpublished(limit: limit, beingSent: beingSent, without: holds)
    }

    /// Notes what the broker said of each record, and gives the positions to mark. A record acknowledged after one of its
    /// key that failed is not marked: it goes again, behind that one.
    mutating func settle(
        _ batch: [OutboxRow], _ results: [Result<KafkaDelivery, KafkaError>], now: ContinuousClock.Instant
    ) throws -> [Int] {
        var acknowledged: [Int] = []
        acknowledged.reserveCapacity(batch.count)
        var failed: Set<RelayHolds.Key> = []
        var firstError: KafkaError?
        for (row, result) in zip(batch, results) {
            switch result {
            case .success:
                guard failed.isEmpty || !failed.contains(row.key) else { continue }
                acknowledged.append(row.position)
                holds.succeeded(row.key)
            case .failure(let error):
                if error.isFatal { throw error }
                firstError = firstError ?? error
                failed.insert(row.key)
            }
        }
        if let error = firstError {
            try note(error, batch, results, now)
        }
        return acknowledged
    }

    private mutating func note(
        _ error: KafkaError, _ batch: [OutboxRow], _ results: [Result<KafkaDelivery, KafkaError>], _ now: ContinuousClock.Instant
    ) throws {
        var failures = 0
        for (row, result) in zip(batch, results) {
            guard case .failure(let error) = result else { continue }
            failures += 1
            holds.hold(row.key, RelayHolds.Scope(error), now: now)
        }
        Metrics.count("care_outbox_send_failures_total", [("error", error.name)], by: Double(failures))
        Log.warning("events not acknowledged; they stay in the outbox", ["error": error.name, "count": String(failures)])
    }

    mutating func mark(_ positions: [Int], _ connection: PostgresConnection) async throws {
        guard !positions.isEmpty else { return }
        try await connection.markPublished(positions)
        Metrics.count("care_outbox_published_total", [], by: Double(positions.count))
        markedSinceVacuum += positions.count
        guard markedSinceVacuum >= Self.vacuumAfter else { return }
        markedSinceVacuum = 0
        try await connection.vacuumOutboxQueue()
    }
}
