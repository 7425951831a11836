import CareModels

/// What a condition found, in a sentence: of its values alone, so that one of long ago is said in the language of whoever reads it.
enum AlertExplanation {
    /// Nil when the values that it speaks of are not there.
    static func text(_ condition: AlertRule.Condition, passed: Bool, _ values: AlertRule.Values) -> Text? {
        switch condition {
        case .isToday: isToday(passed, values)
        case .isAboveBoundary: isAboveBoundary(passed, values)
        case .boundaryIsSet: boundaryIsSet(passed, values)
        case .isInWindow: isInWindow(passed, values)
        case .intervalHasPassed: intervalHasPassed(passed, values)
        case .valueIsNew: valueIsNew(passed, values)
        }
    }

    private static func isToday(_ passed: Bool, _ values: AlertRule.Values) -> Text? {
        guard let measured = values.measuredOn?.inWords, let today = values.today?.inWords else { return nil }
        return passed ? "It was measured today, \(today)." : "It was measured on \(measured); today is \(today)."
    }

    private static func isAboveBoundary(_ passed: Bool, _ values: AlertRule.Values) -> Text? {
        guard let boundary = values.boundary else { return "There is no boundary to compare with." }
        guard let bpm = values.bpm else { return nil }
        let compared = BPM.texts(bpm, boundary)
        return passed
            ? "\(decimal: compared.bpm) bpm is above the boundary of \(decimal: compared.boundary) bpm."
            : "\(decimal: compared.bpm) bpm is not above the boundary of \(decimal: compared.boundary) bpm."
    }

    private static func boundaryIsSet(_ passed: Bool, _ values: AlertRule.Values) -> Text? {
        if passed { return "A boundary is set." }
        if values.boundary == nil { return "No boundary is set." }
        return "A boundary of \(decimal: BPM.text(MonitorSettings.lowestBoundary)) bpm or less counts as not set."
    }

    private static func isInWindow(_ passed: Bool, _ values: AlertRule.Values) -> Text? {
        guard let time = values.time, let zone = values.timeZone, let start = values.windowStart, let end = values.windowEnd else { return nil }
        return passed ? "\(time) in \(zone) is between \(start) and \(end)." : "\(time) in \(zone) is not between \(start) and \(end)."
    }

    private static func intervalHasPassed(_ passed: Bool, _ values: AlertRule.Values) -> Text? {
        if values.lastAlertAt == nil { return "There was no alert before." }
        guard let minutes = values.minimumIntervalMinutes else { return nil }
        return passed
            ? "The last alert was \(minutes, "minute", "minutes") or more ago." : "The last alert was less than \(minutes, "minute", "minutes") ago."
    }

    private static func valueIsNew(_ passed: Bool, _ values: AlertRule.Values) -> Text? {
        if values.judgedAt == nil { return "It is the first one." }
        return passed ? "It was not judged before." : "It was judged before, or a later one was."
    }
}
