import CareModels
import Postgres
import Sealing

/// A patient says how they want to be watched.
struct ReplaceSettings: Sendable {
    let keys: PersonKeys

    /// `precondition` throws unless the patient wants to change that version.
    func callAsFunction(
        _ settings: MonitorSettings, of person: UserID, _ precondition: (Int) throws -> Void, _ tx: Transaction
    ) async throws -> Monitor {
        var monitor = try await tx.lockMonitor(of: person, keys)
        try precondition(monitor.settingsVersion)
        monitor.change(to: settings)
        try await tx.save(monitor)
        return monitor
    }
}
