import CareModels
import Foundation

/// Whether a resting heart rate asks for an alert, and why: every condition is looked at and says what it found.
enum AlertRule {
    enum Condition: String, Codable, CaseIterable, Sendable {
        case isToday = "is-today"
        case isAboveBoundary = "is-above-boundary"
        case boundaryIsSet = "boundary-is-set"
        case isInWindow = "is-in-window"
        case intervalHasPassed = "interval-has-passed"
        case valueIsNew = "value-is-new"
    }

    struct Finding: Codable, Equatable, Sendable {
        var condition: Condition
        var passed: Bool
        /// A sentence with the numbers that were compared, in English: health data. What is shown is `explanation(in:)`.
        var explanation: String
        /// The same numbers as data, for an app that words it by itself. Nil in what a release before has found.
        var values: Values?

        init(_ condition: Condition, passed: Bool, _ values: Values) {
            self.condition = condition
            self.passed = passed
            self.values = values
            explanation = AlertExplanation.text(condition, passed: passed, values)?.description ?? ""
        }

        /// As it was written where its values are not known.
        func explanation(in language: Language) -> String {
            values.flatMap { AlertExplanation.text(condition, passed: passed, $0) }?.string(in: language) ?? explanation
        }
    }

    struct Values: Codable, Equatable, Sendable {
        var measuredOn: LocalDate?
        var today: LocalDate?
        var bpm: Double?
        var boundary: Double?
        /// On the wall clocks of `timeZone`.
        var time: String?
        var timeZone: String?
        var windowStart: ClockTime?
        var windowEnd: ClockTime?
        var minimumIntervalMinutes: Int?
        var lastAlertAt: Date?
        var judgedAt: Date?
    }

    struct Facts: Sendable {
        var heartRate: HeartRate
        /// The one that was judged last.
        var judged: HeartRate?
        var lastAlertAt: Date?
        var settings: MonitorSettings
        /// The patient's.
        var zone: Zone
        var now: Date
    }

    /// One finding for each condition, in their order.
    static func judge(_ facts: Facts) -> [Finding] {
        [isToday(facts), isAboveBoundary(facts), boundaryIsSet(facts), isInWindow(facts), intervalHasPassed(facts), valueIsNew(facts)]
    }

    static func raises(_ findings: [Finding]) -> Bool { findings.allSatisfy(\.passed) }

    private static func isToday(_ facts: Facts) -> Finding {
        let measured = LocalTime(facts.heartRate.at, in: facts.zone).date
        let today = LocalTime(facts.now, in: facts.zone).date
        return Finding(.isToday, passed: measured == today, Values(measuredOn: measured, today: today))
    }

    private static func isAboveBoundary(_ facts: Facts) -> Finding {
        let bpm = facts.heartRate.bpm
        let passed = facts.settings.boundary.map { bpm > $0 } ?? false
        return Finding(.isAboveBoundary, passed: passed, Values(bpm: bpm, boundary: facts.settings.boundary))
    }

    private static func boundaryIsSet(_ facts: Facts) -> Finding {
        let passed = facts.settings.boundary.map { $0 > MonitorSettings.lowestBoundary } ?? false
        return Finding(.boundaryIsSet, passed: passed, Values(boundary: facts.settings.boundary))
    }

    private static func isInWindow(_ facts: Facts) -> Finding {
        let settings = facts.settings
        let time = LocalTime(facts.now, in: facts.zone)
        let passed = settings.windowStart.secondOfDay <= time.secondOfDay && time.secondOfDay <= settings.windowEnd.secondOfDay
        let values = Values(time: time.clock, timeZone: facts.zone.name, windowStart: settings.windowStart, windowEnd: settings.windowEnd)
        return Finding(.isInWindow, passed: passed, values)
    }

    private static func intervalHasPassed(_ facts: Facts) -> Finding {
        let minutes = facts.settings.minimumIntervalMinutes
        let passed = facts.lastAlertAt.map { facts.now.timeIntervalSince($0) >= Double(minutes * 60) } ?? true
        return Finding(.intervalHasPassed, passed: passed, Values(minimumIntervalMinutes: minutes, lastAlertAt: facts.lastAlertAt))
    }

    /// A value that was judged before asks for nothing, nor does one measured before it; a corrected one is new.
    private static func valueIsNew(_ facts: Facts) -> Finding {
        let passed = facts.judged.map { facts.heartRate.milliseconds >= $0.milliseconds && facts.heartRate != $0 } ?? true
        return Finding(.valueIsNew, passed: passed, Values(judgedAt: facts.judged?.at))
    }
}
