import CareModels
import Foundation
import Postgres

extension DaySchedule {
    static let columns = "day, version, position, hours, updated_at"

    /// From the columns at `first` of a row, of the emergency room `erID`.
    init(_ erID: ERID, _ row: Row, from first: Int) throws {
        self.erID = erID
        date = LocalDate(daysSince1970: try row[first])
        version = try row[first + 1]
        position = try row[first + 2]
        let columns: [Int]? = try row[first + 3]
        hours = columns.flatMap { OpeningHours(columns: $0) }
        updatedAt = try row[first + 4]
    }

    /// Of a row of `er_id` and the columns.
    init(_ row: Row) throws { try self.init(try row[0], row, from: 1) }
}

extension PostgresRunner {
    /// What is written for the dates, of one emergency room, in their order; also what is not known any more.
    func schedules(of er: ERID, from first: LocalDate, to last: LocalDate) async throws -> [DaySchedule] {
        let rows = try await query(
            """
            SELECT er_id, \(unescaped: DaySchedule.columns) FROM schedules
            WHERE er_id = \(er) AND day BETWEEN \(first.daysSince1970) AND \(last.daysSince1970) ORDER BY day
            """)
        return try rows.map { try DaySchedule($0) }
    }

    func schedules(after position: Int, limit: Int) async throws -> [DaySchedule] {
        let rows = try await query(
            """
            SELECT er_id, \(unescaped: DaySchedule.columns) FROM schedules WHERE position > \(position) ORDER BY position LIMIT \(limit)
            """)
        return try rows.map { try DaySchedule($0) }
    }
}

extension Transaction {
    /// Writes the dates' hours, each as its next version, and the emergency room's count of such changes. The record is locked.
    func write(_ days: [DaySchedule], of record: ERRecord, at instant: Date) async throws {
        var statements: [SQL] = days.map { day in
            let reach = ScheduleReach(day.hours, on: day.date, in: record.details.timeZone)
            return """
                INSERT INTO schedules (er_id, day, version, position, hours, updated_at, surface, opens_at, closes_at)
                VALUES (\(record.id), \(day.date.daysSince1970)::int, \(day.version), \(day.position), \(day.hours?.columns)::bigint[], \(instant),
                    cube(\(record.details.position.point)), \(reach?.opensAt), \(reach?.closesAt))
                ON CONFLICT (er_id, day) DO UPDATE SET version = excluded.version, position = excluded.position, hours = excluded.hours,
                    updated_at = excluded.updated_at, surface = excluded.surface, opens_at = excluded.opens_at, closes_at = excluded.closes_at
                """
        }
        statements.append("UPDATE ers SET schedule_version = \(record.scheduleVersion) WHERE id = \(record.id)")
        try await batch(statements)
    }

    /// When the emergency room has moved, or its zone was corrected: the copies that the search of the nearest open one reads.
    func refreshSearch(of record: ERRecord, after before: ERDetails, now: Date) async throws {
        guard before.position != record.details.position || before.timeZone != record.details.timeZone else { return }
        let first = LocalDate(localSeconds: now.epochSeconds).advanced(by: -ScheduleRange.pastDays)
        let days = try await schedules(of: record.id, from: first, to: LocalDate(daysSince1970: Int(Int32.max)))
        try await batch(
            days.map { day in
                let reach = ScheduleReach(day.hours, on: day.date, in: record.details.timeZone)
                return """
                    UPDATE schedules SET surface = cube(\(record.details.position.point)), opens_at = \(reach?.opensAt), closes_at = \(reach?.closesAt)
                    WHERE er_id = \(record.id) AND day = \(day.date.daysSince1970)::int
                    """
            })
    }
}
