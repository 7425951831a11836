import Foundation

/// What is noted when a patient says that they took their medication, and the boundary since.
struct IntakeView: Encodable, Sendable {
    var takenAt: Date?
    var boundary: Double?
    var settingsVersion: Int

    init(_ monitor: Monitor) {
        takenAt = monitor.state.lastTakenAt
        boundary = monitor.settings.boundary
        settingsVersion = monitor.settingsVersion
    }
}
