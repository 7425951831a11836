import CareModels
import Foundation
import Postgres
import Sealing

/// A patient makes their 7-day average their boundary.
struct AdoptAverage: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    /// `precondition` throws unless the patient wants to change that version of the settings.
    func callAsFunction(of person: UserID, _ precondition: (Int) throws -> Void, _ tx: Transaction) async throws -> Monitor {
        var monitor = try await tx.lockMonitor(of: person, keys)
        try precondition(monitor.settingsVersion)
        let week = try await tx.week(of: monitor, now: now())
        guard let average = DailyAverages.average(of: week) else { throw Refusal.noAverage }
        var settings = monitor.settings
        settings.boundary = min(average, MonitorSettings.highestBoundary)
        monitor.change(to: settings)
        try await tx.save(monitor)
        return monitor
    }
}
