import CareModels
import Foundation
import Postgres
import Sealing

extension StoredHeartRate {
    fileprivate static let columns = "measured_at, sealed, version, observation_id"

    fileprivate init(_ row: Row, _ key: PersonKey) throws {
        self.init(heartRate: try HeartRate(row, key), version: try row["version"], observationId: try row["observation_id"])
    }
}

extension HeartRate {
    init(withdrawn row: Row, _ key: PersonKey) throws {
        self.init(at: try row["measured_at"], bpm: 0)
        guard let bpm = Double(try key.openText(try row["sealed"], at: withdrawnPlace)) else { throw CannotOpen() }
        self.bpm = bpm
    }

    fileprivate var withdrawnPlace: String { "withdrawn_heart_rates \(milliseconds)" }
}

extension PostgresRunner {
    /// Newest first: measured from an instant until before another, and before where the last page ended.
    func storedHeartRates(of monitor: Monitor, from: Date?, to: Date?, after: Date?, limit: Int) async throws -> [StoredHeartRate] {
        var conditions: [SQL] = ["person_id = \(monitor.personId)"]
        if let from { conditions.append("measured_at >= \(from)") }
        if let to { conditions.append("measured_at < \(to)") }
        if let after { conditions.append("measured_at < \(after)") }
        let rows = try await query(
            """
            SELECT \(unescaped: StoredHeartRate.columns) FROM heart_rates WHERE \(SQL.join(conditions, separator: " AND "))
            ORDER BY measured_at DESC LIMIT \(limit)
            """)
        return try rows.map { try StoredHeartRate($0, monitor.key) }
    }

    func storedHeartRate(at instant: Date, of monitor: Monitor) async throws -> StoredHeartRate? {
        let row = try await first(
            """
            SELECT \(unescaped: StoredHeartRate.columns) FROM heart_rates WHERE person_id = \(monitor.personId) AND measured_at = \(instant)
            """)
        return try row.map { try StoredHeartRate($0, monitor.key) }
    }
}

extension Transaction {
    /// So that the same value does not come back at that instant.
    func noteWithdrawal(of heartRate: HeartRate, _ monitor: Monitor) async throws {
        try await execute(
            """
            INSERT INTO withdrawn_heart_rates (person_id, measured_at, sealed)
            VALUES (\(monitor.personId), \(heartRate.at), \(try monitor.key.seal(String(heartRate.bpm), at: heartRate.withdrawnPlace)))
            ON CONFLICT (person_id, measured_at) DO UPDATE SET sealed = excluded.sealed
            """)
    }

    func forgetWithdrawal(at instant: Date, of monitor: Monitor) async throws {
        try await execute("DELETE FROM withdrawn_heart_rates WHERE person_id = \(monitor.personId) AND measured_at = \(instant)")
    }

    func number(_ heartRate: HeartRate, of monitor: Monitor, version: Int) async throws {
        try await execute("UPDATE heart_rates SET version = \(version) WHERE person_id = \(monitor.personId) AND measured_at = \(heartRate.at)")
    }
}
