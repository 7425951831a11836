import CareModels
import Foundation
import Postgres
import Sealing

/// What is stored at the instants of a batch, and how much on its days.
struct KnownHeartRates: Sendable {
    /// bpm by milliseconds since 1970.
    var values: [Int: Double] = [:]
    /// What the person has withdrawn, likewise.
    var withdrawn: [Int: Double] = [:]
    /// Instants that something is kept of, also that it was withdrawn.
    var counts: [LocalDate: Int] = [:]
}

extension HeartRate {
    init(_ row: Row, _ key: PersonKey) throws {
        let at: Date = try row["measured_at"]
        self.init(at: at, bpm: 0)
        guard let bpm = Double(try key.openText(try row["sealed"], at: place)) else { throw CannotOpen() }
        self.bpm = bpm
    }

    var place: String { "heart_rates \(milliseconds)" }
}

extension PostgresRunner {
    /// What there is already where these would go.
    func known(around heartRates: [HeartRate], of monitor: Monitor) async throws -> KnownHeartRates {
        let days = Set(heartRates.map { HeartRateBatch.day(of: $0.at) }).map { Date(timeIntervalSince1970: Double($0.localSeconds)) }
        let isAtTheirs = SQL.isOne(of: heartRates.map(\.at), "measured_at")
        let rows = try await query(
            """
            SELECT measured_at, sealed, 0 AS count FROM heart_rates
            WHERE person_id = \(monitor.personId) AND \(isAtTheirs)
            UNION ALL
            SELECT measured_at, sealed, -1 FROM withdrawn_heart_rates
            WHERE person_id = \(monitor.personId) AND \(isAtTheirs)
            UNION ALL
            SELECT day, NULL, (SELECT count(*) FROM (
                SELECT measured_at FROM heart_rates
                WHERE person_id = \(monitor.personId) AND measured_at >= day AND measured_at < day + interval '24 hours'
                UNION SELECT measured_at FROM withdrawn_heart_rates
                WHERE person_id = \(monitor.personId) AND measured_at >= day AND measured_at < day + interval '24 hours'
            ) AS kept)
            FROM \(.rows(of: days)) AS d (day)
            """)
        var known = KnownHeartRates()
        for row in rows {
            let sealed: [UInt8]? = try row["sealed"]
            let count: Int = try row["count"]
            if sealed == nil {
                known.counts[HeartRateBatch.day(of: try row["measured_at"])] = count
            } else if count < 0 {
                let heartRate = try HeartRate(withdrawn: row, monitor.key)
                known.withdrawn[heartRate.milliseconds] = heartRate.bpm
            } else {
                let heartRate = try HeartRate(row, monitor.key)
                known.values[heartRate.milliseconds] = heartRate.bpm
            }
        }
        return known
    }

    /// Those measured since `instant`, newest first.
    func heartRates(of monitor: Monitor, since instant: Date) async throws -> [HeartRate] {
        let rows = try await query(
            """
            SELECT measured_at, sealed FROM heart_rates WHERE person_id = \(monitor.personId) AND measured_at >= \(instant)
            ORDER BY measured_at DESC LIMIT \((DailyAverages.days + 2) * HeartRateBatch.mostPerDay)
            """)
        return try rows.map { try HeartRate($0, monitor.key) }
    }

    /// How many rows there are of what the person has sent, those that they have withdrawn too.
    func sentHeartRates(of monitor: Monitor) async throws -> Int {
        let row = try await first(
            """
            SELECT (SELECT count(*) FROM heart_rates WHERE person_id = \(monitor.personId) AND observation_id IS NULL)
                + (SELECT count(*) FROM withdrawn_heart_rates WHERE person_id = \(monitor.personId)) AS count
            """)
        return try row?["count"] ?? 0
    }

    func latestHeartRate(of monitor: Monitor) async throws -> HeartRate? {
        let row = try await first(
            """
            SELECT measured_at, sealed FROM heart_rates WHERE person_id = \(monitor.personId) ORDER BY measured_at DESC LIMIT 1
            """)
        return try row.map { try HeartRate($0, monitor.key) }
    }

    /// Today and the six days before, on the person's calendar.
    func week(of monitor: Monitor, now: Date) async throws -> [DailyAverages.Day] {
        // A local day is at most 25 hours long, and begins at most 26 away from UTC's.
        let since = now.addingTimeInterval(-Double((DailyAverages.days + 1) * LocalDate.secondsPerDay))
        let heartRates = try await heartRates(of: monitor, since: since)
        return DailyAverages.week(of: heartRates, endingOn: LocalTime(now, in: monitor.timeZone).date, in: monitor.timeZone)
    }

    /// The heart rate that came with this observation.
    func heartRate(from observation: RecordID, of monitor: Monitor) async throws -> HeartRate? {
        let row = try await first(
            """
            SELECT measured_at, sealed FROM heart_rates WHERE observation_id = \(observation) AND person_id = \(monitor.personId)
            """)
        return try row.map { try HeartRate($0, monitor.key) }
    }

    /// The version of the last event about this observation; 0 when none came. A release before kept it with the heart rate alone.
    func seenVersion(of observation: RecordID) async throws -> Int {
        let row = try await first(
            """
            SELECT greatest(0, (SELECT version FROM observation_versions WHERE observation_id = \(observation)),
                (SELECT observation_version FROM heart_rates WHERE observation_id = \(observation))) AS version
            """)
        return try row?["version"] ?? 0
    }
}

extension Transaction {
    /// Under the monitor's lock, so that none of them is there yet.
    func insert(_ heartRates: [HeartRate], of monitor: Monitor, from observation: ObservationMark? = nil) async throws {
        guard !heartRates.isEmpty else { return }
        let sealed = try heartRates.map { Data(try monitor.key.seal(String($0.bpm), at: $0.place)) }
        try await execute(
            """
            INSERT INTO heart_rates (person_id, measured_at, observation_id, observation_version, sealed)
            SELECT \(monitor.personId), measured_at, \(observation?.id)::uuid, \(observation?.version)::bigint, sealed
            FROM unnest(\(heartRates.map(\.at))::timestamptz[], \(sealed)::bytea[]) AS new (measured_at, sealed)
            """)
    }

    /// Notes the observation's event as the last, whatever it says, unless a later one was noted. The version noted before. Under the monitor's lock.
    func takeIn(_ observation: ObservationMark, of monitor: Monitor) async throws -> Int {
        let seen = try await seenVersion(of: observation.id)
        guard seen < observation.version else { return seen }
        try await batch([
            """
            INSERT INTO observation_versions (observation_id, person_id, version)
            VALUES (\(observation.id), \(monitor.personId), \(observation.version))
            ON CONFLICT (observation_id) DO UPDATE SET version = excluded.version
            """,
            "UPDATE heart_rates SET observation_version = \(observation.version) WHERE observation_id = \(observation.id)"
        ])
        return seen
    }

    /// Deletes a heart rate; if it was the latest, the one before it is that now.
    func withdraw(_ heartRate: HeartRate, _ monitor: inout Monitor) async throws {
        try await execute("DELETE FROM heart_rates WHERE person_id = \(monitor.personId) AND measured_at = \(heartRate.at)")
        guard monitor.state.latest == heartRate else { return }
        monitor.state.latest = try await latestHeartRate(of: monitor)
    }
}
