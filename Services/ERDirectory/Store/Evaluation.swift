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
    func evaluated(_ selection: SQL, now: Date) async throws -> [EvaluatedER] { try await found(selection, now: now).map { try $0.whole() } }

    /// The same, not read whole yet.
    func found(_ selection: SQL, now: Date, from position: Position? = nil) async throws -> [FoundER] {
        let days = daysAround(now, ahead: 1)
        // OFFSET 0 as in `ERSelection.possiblyOpen`.
        let rows = try await query(
            """
            WITH chosen AS MATERIALIZED (\(selection))
            SELECT \(unescaped: ERRecord.columns), \(unescaped: EvaluationRow.noSchedule) FROM chosen
            UNION ALL
            SELECT chosen.id, \(unescaped: EvaluationRow.noDetails), known.* FROM chosen CROSS JOIN LATERAL (
                SELECT \(unescaped: DaySchedule.columns) FROM schedules
                WHERE er_id = chosen.id AND day BETWEEN \(days.lowerBound) AND \(days.upperBound) AND hours IS NOT NULL OFFSET 0
            ) AS known
            """)
        return try EvaluationRow.found(rows, now: now.epochSeconds, from: position)
    }

    /// The same ones, with the openings of those that are closed through tomorrow looked for on the dates after it: no round trip when there are none.
    func lookingAhead(_ ers: [EvaluatedER], now: Date) async throws -> [EvaluatedER] {
        let ids = ers.filter(\.isClosedForLong).map(\.record.id.uuid)
        guard !ids.isEmpty else { return ers }
        let days = daysAround(now, ahead: mostDaysAhead)
        let rows = try await query(
            """
            SELECT known.* FROM unnest(\(ids)::uuid[]) AS asked (id) CROSS JOIN LATERAL (
                SELECT er_id, \(unescaped: DaySchedule.columns) FROM schedules
                WHERE er_id = asked.id AND day BETWEEN \(days.lowerBound) AND \(days.upperBound) AND hours IS NOT NULL OFFSET 0
            ) AS known
            """)
        let schedules = Dictionary(grouping: try rows.map { try DaySchedule($0) }) { $0.erID }
        var clocks: [String: ZoneClock] = [:]
        return ers.map { er in
            guard er.isClosedForLong else { return er }
            let zone = er.record.details.timeZone
            let clock = clocks[zone] ?? ZoneClock(Zone.stored(zone), now: now.epochSeconds, days: mostDaysAhead)
            clocks[zone] = clock
            var er = er
            er.lookAhead(schedules[er.record.id] ?? [], clock)
            return er
        }
    }
}

/// How far an opening is looked for: what opens later than in two weeks is nothing to wait for.
private let mostDaysAhead = 14

/// Yesterday, today and so many days after it on every calendar there is, since 1970: clocks are 12 hours behind UTC to 14 ahead of it.
private func daysAround(_ now: Date, ahead: Int) -> ClosedRange<Int> {
    let first = LocalDate(localSeconds: now.epochSeconds - 12 * 3600).advanced(by: -1)
    let last = LocalDate(localSeconds: now.epochSeconds + 14 * 3600).advanced(by: ahead)
    return first.daysSince1970...last.daysSince1970
}

/// An emergency room that was found and not read whole yet: of most of those that a search finds no more is asked.
struct FoundER: Sendable {
    let moment: ERMoment
    private let row: Row

    fileprivate init(_ moment: ERMoment, _ row: Row) {
        self.moment = moment
        self.row = row
    }

    func whole() throws -> EvaluatedER { try EvaluatedER(ERRecord(row), moment) }
}

/// A row of `found`: an emergency room, or the id of one and the hours of a date.
private enum EvaluationRow {
    static let noSchedule = nulls(DaySchedule.columns)
    static let noDetails = nulls(ERRecord.columnsAfterID)
    private static let scheduleAt = ERRecord.columns.split(separator: ",").count

    private static func nulls(_ columns: String) -> String { columns.split(separator: ",").map { _ in "NULL" }.joined(separator: ", ") }

    static func found(_ rows: [Row], now: Int, from position: Position?) throws -> [FoundER] {
        var ers: [Row] = []
        var schedules: [ERID: [DaySchedule]] = [:]
        for row in rows {
            if try row.isNull(scheduleAt) {
                ers.append(row)
            } else {
                let id: ERID = try row[0]
                schedules[id, default: []].append(try DaySchedule(id, row, from: scheduleAt))
            }
        }
        var clocks: [String: ZoneClock] = [:]
        return try ers.map { row in
            let place = try ERPlace(row)
            let clock = clocks[place.timeZone] ?? ZoneClock(Zone.stored(place.timeZone), now: now)
            clocks[place.timeZone] = clock
            return FoundER(ERMoment(place, schedules[place.id] ?? [], clock, from: position), row)
        }
    }
}
