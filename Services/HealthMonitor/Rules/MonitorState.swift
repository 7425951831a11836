import CareModels
import Foundation

/// What the rule has to remember of a patient between heart rates.
struct MonitorState: Codable, Equatable, Sendable {
    static let mostWarnings = 90

    /// The latest by when it was measured, not by when it came.
    var latest: HeartRate?
    /// The one that the rule judged last.
    var judged: HeartRate?
    var lastAlertAt: Date?
    /// The dates on which the medication was not taken when asked, newest first; the newest ninety.
    var warnings: [LocalDate] = []
    /// When the patient last said, without being asked, that they took the medication.
    var lastTakenAt: Date?
    /// The latest one that the boundary was raised for, by a "yes" or by an intake.
    var raisedFor: HeartRate?
    /// How many heart rates are kept that the patient has sent, withdrawn ones too; nil: they have yet to be counted.
    var kept: Int?

    mutating func take(_ heartRates: [HeartRate]) {
        for heartRate in heartRates where heartRate.milliseconds >= latest?.milliseconds ?? .min { latest = heartRate }
    }

    /// Before the correction of one that is withdrawn already is taken. Of the one that was judged last, another value is judged also where it is of an earlier time:
    /// nothing later was judged that still counts. Of another time alone, it was judged.
    mutating func replace(_ replaced: HeartRate, by correction: HeartRate) {
        if judged == replaced, correction.bpm != replaced.bpm { judged = latest }
    }

    /// The settings after the medication was taken although `heartRate` was high. Of one heart rate the boundary is raised once: whoever answers its alert and says by
    /// themselves, too, that they took it, took it once.
    mutating func raise(_ settings: MonitorSettings, for heartRate: HeartRate) -> MonitorSettings {
        guard heartRate != raisedFor else { return settings }
        let raised = settings.raisedAfterYes()
        if raised != settings, heartRate.milliseconds >= raisedFor?.milliseconds ?? .min { raisedFor = heartRate }
        return raised
    }

    mutating func warn(on date: LocalDate) {
        guard !warnings.contains(date) else { return }
        warnings = Array(([date] + warnings).sorted(by: >).prefix(Self.mostWarnings))
    }
}
