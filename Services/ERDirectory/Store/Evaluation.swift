import CareModels
import Foundation
import Postgres

extension PostgresRunner {
    func evaluated(_ id: ERID, now: Date) async throws -> EvaluatedER? { try await evaluated(ERSelection.one(id), now: now).first }

    /// By id.
    func evaluated(in box: BoundingBox?, after: ERID?, limit: Int, now: Date) async throws -> [EvaluatedER] {
        try await evaluated(ERSelection.onMap(box, after: after, limit: limit), now: now)
    }

    /// The emergency rooms of an `ERSelection`, in its order, with what their hours say of now: one statement, one round trip.
    func evaluated(_ selection: SQL, now: Date, from position: Position? = nil) async throws -> [EvaluatedER] {
        // Yesterday, today and tomorrow on every calendar there is: clocks are 12 hours behind UTC to 14 ahead of it.
        let first = LocalDate(localSeconds: now.epochSeconds - 12 * 3600).advanced(by: -1)
        let last = LocalDate(localSeconds: now.epochSeconds + 14 * 3600).advanced(by: 1)
        // OFFSET 0 as in `ERSelection.possiblyOpen`.
        let rows = try await query(
            """
            WITH chosen AS MATERIALIZED (\(selection))
            SELECT \(unescaped: ERRecord.columns), \(unescaped: EvaluationRow.noSchedule) FROM chosen
            UNION ALL
            SELECT chosen.id, \(unescaped: EvaluationRow.noDetails), known.* FROM chosen CROSS JOIN LATERAL (
                SELECT \(unescaped: DaySchedule.columns) FROM schedules
                WHERE er_id = chosen.id AND day BETWEEN \(first.daysSince1970) AND \(last.daysSince1970) AND hours IS NOT NULL OFFSET 0
            ) AS known
            """)
        return try EvaluationRow.evaluated(rows, now: now.epochSeconds, from: position)
    }
}

/// A row of `evaluated`: an emergency room, or the id of one and the hours of a date.
private enum EvaluationRow {
    static let noSchedule = nulls(DaySchedule.columns)
    static let noDetails = nulls(ERRecord.columnsAfterID)
    private static let scheduleAt = ERRecord.columns.split(separator: ",").count

    private static func nulls(_ columns: String) -> String { columns.split(separator: ",").map { _ in "NULL" }.joined(separator: ", ") }

    static func evaluated(_ rows: [Row], now: Int, from position: Position?) throws -> [EvaluatedER] {
        var records: [ERRecord] = []
        var schedules: [ERID: [DaySchedule]] = [:]
        for row in rows {
            if try row.isNull(scheduleAt) {
                records.append(try ERRecord(row))
            } else {
                let id: ERID = try row[0]
                schedules[id, default: []].append(try DaySchedule(id, row, from: scheduleAt))
            }
        }
        var clocks: [String: ZoneClock] = [:]
        return records.map { record in
            let zone = record.details.timeZone
            let clock = clocks[zone] ?? ZoneClock(Zones.named(zone), now: now)
            clocks[zone] = clock
            return EvaluatedER(record, schedules[record.id] ?? [], clock, from: position)
        }
    }
}
