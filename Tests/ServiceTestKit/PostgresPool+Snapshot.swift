import CareModels
import Foundation
import Outbox
import Postgres
import Testing

extension PostgresPool {
    /// Runs the snapshot of a topic, among a service's, and gives what it told, by subject.
    package func told<State: CareEvent>(_ topic: Topic, of snapshots: [Snapshot], now: Date = Date(), as: State.Type = State.self) async throws -> [UUID: State] {
        let snapshot = try #require(snapshots.first { $0.topic == topic })
        let before: Int = try await withConnection { try await $0.query("SELECT coalesce(max(position), 0) AS last FROM outbox")[0]["last"] }
        let count = try await tell(snapshot, now: now, batch: 2)
        let rows = try await withConnection { connection in
            try await connection.query(
                """
                SELECT subject, version, data FROM outbox
                WHERE topic = \(topic.rawValue) AND type = \(State.type) AND position > \(before) ORDER BY position
                """)
        }
        #expect(rows.count == count)
        var told: [UUID: State] = [:]
        for row in rows {
            let (subject, data): (UUID, [UInt8]) = (try row["subject"], try row["data"])
            let state = try CareJSON.decode(State.self, from: Data(data))
            let version: Int = try row["version"]
            #expect(state.subject == subject && state.version == version)
            told[subject] = state
        }
        #expect(told.count == count, "each once")
        return told
    }
}
