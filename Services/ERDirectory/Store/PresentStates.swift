import CareModels
import Foundation
import Postgres

extension Transaction {
    /// The next emergency rooms by id that are in the directory, locked.
    func erSnapshots(after id: UUID, _ most: Int) async throws -> [ERSnapshot] {
        try await lockERs(after: id, most).map { ERSnapshot($0) }
    }

    /// The same, those whose hours on single dates were ever written, with what is known from `first` on.
    func erScheduleSnapshots(after id: UUID, _ most: Int, from first: LocalDate) async throws -> [ERScheduleSnapshot] {
        let last = LocalDate(daysSince1970: Int(Int32.max))
        var snapshots: [ERScheduleSnapshot] = []
        for record in try await lockERs(after: id, most, withHours: true) {
            let days = try await schedules(of: record.id, from: first, to: last).filter { $0.hours != nil }
            snapshots.append(ERScheduleSnapshot(erId: record.id, version: record.scheduleVersion, days: days.map { ERScheduleChanged.Day($0) }))
        }
        return snapshots
    }

    private func lockERs(after id: UUID, _ most: Int, withHours: Bool = false) async throws -> [ERRecord] {
        let rows = try await query(
            """
            SELECT \(unescaped: ERRecord.columns) FROM ers
            WHERE id > \(id) AND removed_at IS NULL AND (schedule_version > 0 OR NOT \(withHours)::boolean) ORDER BY id LIMIT \(most) FOR NO KEY UPDATE
            """)
        return try rows.map { try ERRecord($0) }
    }
}
