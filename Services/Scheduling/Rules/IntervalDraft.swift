import CareModels
import Foundation

/// What a provider sends to change one of their one-off intervals; what is absent stays.
struct IntervalDraft: Decodable, Sendable {
    var kind: Nullable<String>?
    var startTime: Nullable<Date>?
    var endTime: Nullable<Date>?
}

extension AvailabilityRule {
    /// The calendar with `before` as the draft wants it, and what it is then.
    static func change(
        _ before: OneOffInterval, _ draft: IntervalDraft, in calendar: ProviderCalendar, now: Int
    ) throws(Faults) -> (calendar: ProviderCalendar, interval: OneOffInterval) {
        var checks = Checks()
        for (field, isNull) in [
            ("kind", draft.kind.map { $0.value == nil }), ("startTime", draft.startTime.map { $0.value == nil }), ("endTime", draft.endTime.map { $0.value == nil })
        ] where isNull == true { checks.fail(field, "is required: leave it out to keep it as it is") }
        let wanted = AvailabilityDraft.OneOff(
            kind: draft.kind?.value ?? (before.kind == .open ? "open" : "busy"), startTime: draft.startTime?.value ?? Date(epochSeconds: before.interval.start),
            endTime: draft.endTime?.value ?? Date(epochSeconds: before.interval.end))
        let kind = kinds[wanted.kind]
        checks.check(kind != nil, "kind", "must be open or busy")
        let interval = interval(wanted, "", &checks)
        let (checkedKind, checkedInterval) = try checks.done(kind, interval)
        let after = OneOffInterval(kind: checkedKind, interval: checkedInterval)
        var result = remove(before, from: calendar)
        switch after.kind {
        case .open: result.open = (result.open + [after.interval]).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        case .busy: result.busy = Interval.merged(result.busy + [after.interval])
        }
        if zip(result.open, result.open.dropFirst()).contains(where: { $0.overlaps($1) }) {
            checks.fail("startTime", "must not let it overlap another interval of kind open: make those one")
            try checks.done()
        }
        return (result, after)
    }

    static func remove(_ interval: OneOffInterval, from calendar: ProviderCalendar) -> ProviderCalendar {
        var result = calendar
        switch interval.kind {
        case .open: result.open.removeAll { $0 == interval.interval }
        case .busy: result.busy.removeAll { $0 == interval.interval }
        }
        return result
    }
}
