import CareModels
import Foundation
import Postgres

extension PostgresRunner {
    /// The emergency rooms with what their hours say of now, in the order given.
    func evaluate(_ records: [ERRecord], now: Date, from position: Position? = nil) async throws -> [EvaluatedER] {
        var clocks: [String: ZoneClock] = [:]
        for record in records where clocks[record.details.timeZone] == nil {
            clocks[record.details.timeZone] = ZoneClock(Zones.named(record.details.timeZone), now: now.epochSeconds)
        }
        let todays = clocks.values.map(\.today)
        guard let earliest = todays.min(), let latest = todays.max() else { return [] }
        let schedules = try await hours(of: records.map(\.id), from: earliest.advanced(by: -1), to: latest.advanced(by: 1))
        let byER = Dictionary(grouping: schedules, by: \.erID)
        return records.compactMap { record in
            clocks[record.details.timeZone].map { EvaluatedER(record, byER[record.id] ?? [], $0, from: position) }
        }
    }
}
