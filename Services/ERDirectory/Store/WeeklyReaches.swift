import CareModels
import Foundation
import Postgres

extension Transaction {
    /// What the search reads of the weekly hours of those whose hours, place or zone have changed; `before` nil for one that is new.
    func refreshWeeklyReach(_ changes: [(record: ERRecord, before: ERDetails?)], now: Date) async throws {
        let statements = changes.flatMap { Self.weeklyReach(of: $0.record, after: $0.before, now: now) }
        if !statements.isEmpty { try await batch(statements) }
    }

    private static func weeklyReach(of record: ERRecord, after before: ERDetails?, now: Date) -> [SQL] {
        let details = record.details
        let isSame = before?.weeklyHours == details.weeklyHours && before?.position == details.position && before?.timeZone == details.timeZone
        guard !isSame, before?.weeklyHours != nil || details.weeklyHours != nil else { return [] }
        var statements: [SQL] = ["DELETE FROM weekly_reach WHERE er_id = \(record.id)"]
        if let hours = details.weeklyHours.flatMap({ try? WeeklyHours($0) }) {
            let ranges = WeeklyReach.ranges(hours, in: details.timeZone, now: now.epochSeconds)
            statements.append(
                """
                INSERT INTO weekly_reach (er_id, minutes, surface)
                SELECT \(record.id), int4range(lower::int, upper::int), cube(\(details.position.point))
                FROM unnest(\(ranges.map(\.lowerBound))::bigint[], \(ranges.map(\.upperBound))::bigint[]) AS reach (lower, upper)
                """)
        }
        return statements
    }
}
