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
        return Finding(condition: .isToday, passed: passed, explanation: explanation)
    }

    private static func isAboveBoundary(_ facts: Facts) -> Finding {
        guard let boundary = facts.settings.boundary else {
            return Finding(condition: .isAboveBoundary, passed: false, explanation: "There is no boundary to compare with.")
        }
        let passed = facts.heartRate.bpm > boundary
        let relation = passed ? "is above" : "is not above"
        let explanation = "\(BPM.text(facts.heartRate.bpm)) bpm \(relation) the boundary of \(BPM.text(boundary)) bpm."
        return Finding(condition: .isAboveBoundary, passed: passed, explanation: explanation)
    }

    private static func boundaryIsSet(_ facts: Facts) -> Finding {
        let lowest = BPM.text(MonitorSettings.lowestBoundary)
        guard let boundary = facts.settings.boundary else {
            return Finding(condition: .boundaryIsSet, passed: false, explanation: "No boundary is set.")
        }
        let passed = boundary > MonitorSettings.lowestBoundary
        let explanation = passed ? "A boundary is set." : "A boundary of \(lowest) bpm or less counts as not set."
        return Finding(condition: .boundaryIsSet, passed: passed, explanation: explanation)
    }

    private static func isInWindow(_ facts: Facts) -> Finding {
        let settings = facts.settings
        let time = LocalTime(facts.now, in: facts.zone)
        let passed = settings.windowStart.secondOfDay <= time.secondOfDay && time.secondOfDay <= settings.windowEnd.secondOfDay
        let relation = passed ? "is" : "is not"
        let explanation = "\(time.clock) in \(facts.zone.identifier) \(relation) between \(settings.windowStart) and \(settings.windowEnd)."
        return Finding(condition: .isInWindow, passed: passed, explanation: explanation)
    }

    private static func intervalHasPassed(_ facts: Facts) -> Finding {
        let minutes = facts.settings.minimumIntervalMinutes
        guard let last = facts.lastAlertAt else {
            return Finding(condition: .intervalHasPassed, passed: true, explanation: "There was no alert before.")
        }
        let passed = facts.now.timeIntervalSince(last) >= Double(minutes * 60)
        let relation = passed ? "\(minutes) minutes or more" : "less than \(minutes) minutes"
        return Finding(condition: .intervalHasPassed, passed: passed, explanation: "The last alert was \(relation) ago.")
    }

    /// A value that was judged before asks for nothing, nor does one measured before it; a corrected one is new.
    private static func valueIsNew(_ facts: Facts) -> Finding {
        guard let judged = facts.judged else {
            return Finding(condition: .valueIsNew, passed: true, explanation: "It is the first one.")
        }
        let passed = facts.heartRate.milliseconds >= judged.milliseconds && facts.heartRate != judged
        let explanation = passed ? "It was not judged before." : "It was judged before, or a later one was."
        return Finding(condition: .valueIsNew, passed: passed, explanation: explanation)
    }
}
