import CareModels
import Foundation
import Kafka
import Postgres
import Telemetry

extension OutboxRow {
    var key: RelayHolds.Key { RelayHolds.Key(topic: topic, subject: subject) }
}

/// The relay's side of the queue: what is held back, what was marked, and when the table wants its vacuum.
struct RelayQueue {
    var holds = RelayHolds(backoff: Backoff(first: .milliseconds(100), most: .seconds(10)))
    private var markedSinceVacuum = 0

    /// Dead rows at the head of the queue that a read may have to walk over.
    static let vacuumAfter = 50_000

    /// How long the relay gathers before it reads on, after it began to send so many of at most `limit`. A broker is sent a request for each partition, however few
    /// events it holds, so a stream of them costs it, and us, less in larger handfuls. A handful has to be there first: what comes now and then goes out at once, and so does a
    /// backlog.
    static func pause(after count: Int, limit: Int) -> Duration { count >= 16 && count < limit ? .milliseconds(15) : .zero }

    func read(_ connection: PostgresConnection, limit: Int, beingSent: [Int]) async throws -> [OutboxRow] {
        if holds.holdsEverything { return [] }
        if holds.activeKeys.isEmpty, holds.activeTopics.isEmpty {
            return try await connection.unpublished(limit: limit, beingSent: beingSent)
        }
        return try await connection.unpublished(limit: limit, beingSent: beingSent, without: holds)
    }

    /// What of a batch that was read may be sent now. A record too large for any broker is not even tried: librdkafka would
    /// refuse it alone and take the later ones of its key.
    mutating func sendable(_ batch: [OutboxRow], now: ContinuousClock.Instant) -> [OutboxRow] {
        for row in batch where row.data.count > OutboxRow.mostBytes && !holds.holds(row.key) {
            holds.hold(row.key, .key, now: now)
            RelayMetrics.sendFailures("too large").add()
            Log.error("an event in the outbox is too large to be sent; it holds back its key", ["position": String(row.position)])
        }
        var sendable: [OutboxRow] = []
        sendable.reserveCapacity(batch.count)
        var behindLarge: Set<RelayHolds.Key> = []
        for row in batch {
            if row.data.count > OutboxRow.mostBytes { behindLarge.insert(row.key) }
            guard behindLarge.isEmpty || !behindLarge.contains(row.key) else { continue }
            sendable.append(row)
        }
        return sendable
    }

    /// The records of these rows. One that cannot be made, since its seal does not open (another master key, or a damaged row), holds
    /// back its key and nothing else; it is tried again for as long as it is there.
    mutating func records(
        of batch: [OutboxRow], source: [UInt8], seal: EventSeal?, now: ContinuousClock.Instant
    ) -> (rows: [OutboxRow], records: [KafkaRecord]) {
        var made: (rows: [OutboxRow], records: [KafkaRecord]) = ([], [])
        made.rows.reserveCapacity(batch.count)
        made.records.reserveCapacity(batch.count)
        var behind: Set<RelayHolds.Key> = []
        for row in batch where behind.isEmpty || !behind.contains(row.key) {
            do {
                made.records.append(try row.record(source: source, seal: seal))
                made.rows.append(row)
            } catch {
                behind.insert(row.key)
                holds.hold(row.key, .key, now: now)
                RelayMetrics.sendFailures("not opened").add()
                Log.error(
                    "an event in the outbox does not open; it holds back its key",
                    ["position": String(row.position), "topic": row.topic, "error": ErrorLabel.of(error)])
            }
        }
        return made
    }

    /// Notes what the broker said of each record, and gives the positions to mark. A record acknowledged after one of its
    /// key that failed is not marked: it goes again, behind that one.
    mutating func settle(
        _ batch: [OutboxRow], _ results: [Result<KafkaDelivery, KafkaError>], now: ContinuousClock.Instant
    ) -> [Int] {
        var acknowledged: [Int] = []
        acknowledged.reserveCapacity(batch.count)
        var failed: Set<RelayHolds.Key> = []
        var failures: [String: Int] = [:]
        for (row, result) in zip(batch, results) {
            switch result {
            case .success:
                guard failed.isEmpty || !failed.contains(row.key) else { continue }
                acknowledged.append(row.position)
            case .failure(let error):
                failed.insert(row.key)
                failures[error.name, default: 0] += 1
            }
        }
        holds.succeeded(batch.lazy.map(\.key).filter { !failed.contains($0) })
        for (row, result) in zip(batch, results) {
            if case .failure(let error) = result { holds.hold(row.key, RelayHolds.Scope(error), now: now) }
        }
        for (error, count) in failures {
            RelayMetrics.sendFailures(error).add(Double(count))
            Log.warning("events not acknowledged; they stay in the outbox", ["error": error, "count": String(count)])
        }
        return acknowledged
    }

    mutating func mark(_ positions: [Int], _ connection: PostgresConnection) async throws {
        guard !positions.isEmpty else { return }
        try await connection.markPublished(positions)
        RelayMetrics.published.add(Double(positions.count))
        markedSinceVacuum += positions.count
        guard markedSinceVacuum >= Self.vacuumAfter else { return }
        markedSinceVacuum = 0
        try await connection.vacuumOutboxQueue()
    }
}
