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
        /// A sentence with the numbers that were compared: health data.
        var explanation: String
        /// The same numbers as data, for an app that words it by itself. Nil in what a release before has found.
        var values: Values?
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
        var zone: TimeZone
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
        let passed = measured == today
        let explanation = passed ? "It was measured today, \(today)." : "It was measured on \(measured); today is \(today)."
        return Finding(condition: .isToday, passed: passed, explanation: explanation, values: Values(measuredOn: measured, today: today))
    }

    private static func isAboveBoundary(_ facts: Facts) -> Finding {
        guard let boundary = facts.settings.boundary else {
            let values = Values(bpm: facts.heartRate.bpm)
            return Finding(condition: .isAboveBoundary, passed: false, explanation: "There is no boundary to compare with.", values: values)
        }
        let passed = facts.heartRate.bpm > boundary
        let relation = passed ? "is above" : "is not above"
        let explanation = "\(BPM.text(facts.heartRate.bpm)) bpm \(relation) the boundary of \(BPM.text(boundary)) bpm."
        return Finding(
            condition: .isAboveBoundary, passed: passed, explanation: explanation, values: Values(bpm: facts.heartRate.bpm, boundary: boundary))
    }

    private static func boundaryIsSet(_ facts: Facts) -> Finding {
        let lowest = BPM.text(MonitorSettings.lowestBoundary)
        guard let boundary = facts.settings.boundary else {
            return Finding(condition: .boundaryIsSet, passed: false, explanation: "No boundary is set.", values: Values())
        }
        let passed = boundary > MonitorSettings.lowestBoundary
        let explanation = passed ? "A boundary is set." : "A boundary of \(lowest) bpm or less counts as not set."
        return Finding(condition: .boundaryIsSet, passed: passed, explanation: explanation, values: Values(boundary: boundary))
    }

    private static func isInWindow(_ facts: Facts) -> Finding {
        let settings = facts.settings
        let time = LocalTime(facts.now, in: facts.zone)
        let passed = settings.windowStart.secondOfDay <= time.secondOfDay && time.secondOfDay <= settings.windowEnd.secondOfDay
        let relation = passed ? "is" : "is not"
        let explanation = "\(time.clock) in \(facts.zone.identifier) \(relation) between \(settings.windowStart) and \(settings.windowEnd)."
        let values = Values(time: time.clock, timeZone: facts.zone.identifier, windowStart: settings.windowStart, windowEnd: settings.windowEnd)
        return Finding(condition: .isInWindow, passed: passed, explanation: explanation, values: values)
    }

    private static func intervalHasPassed(_ facts: Facts) -> Finding {
        let minutes = facts.settings.minimumIntervalMinutes
        guard let last = facts.lastAlertAt else {
            let values = Values(minimumIntervalMinutes: minutes)
            return Finding(condition: .intervalHasPassed, passed: true, explanation: "There was no alert before.", values: values)
        }
        let passed = facts.now.timeIntervalSince(last) >= Double(minutes * 60)
        let relation = passed ? "\(minutes) minutes or more" : "less than \(minutes) minutes"
        return Finding(
            condition: .intervalHasPassed, passed: passed, explanation: "The last alert was \(relation) ago.",
            values: Values(minimumIntervalMinutes: minutes, lastAlertAt: last))
    }

    /// A value that was judged before asks for nothing, nor does one measured before it; a corrected one is new.
    private static func valueIsNew(_ facts: Facts) -> Finding {
        guard let judged = facts.judged else {
            return Finding(condition: .valueIsNew, passed: true, explanation: "It is the first one.", values: Values())
        }
        let passed = facts.heartRate.milliseconds >= judged.milliseconds && facts.heartRate != judged
        let explanation = passed ? "It was not judged before." : "It was judged before, or a later one was."
        return Finding(condition: .valueIsNew, passed: passed, explanation: explanation, values: Values(judgedAt: judged.at))
    }
}
