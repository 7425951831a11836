import CareModels
import Foundation

/// What a provider sends to change one of their one-off intervals; what is absent stays.
struct IntervalDraft: Decodable, Sendable {
    var kind: Patched<String> = .absent
    var startTime: Patched<Date> = .absent
    var endTime: Patched<Date> = .absent
}

extension AvailabilityRule {
    /// The calendar with `before` as the draft wants it, and what it is then.
    static func change(
        _ before: OneOffInterval, _ draft: IntervalDraft, in calendar: ProviderCalendar, now: Int
    ) throws -> (calendar: ProviderCalendar, interval: OneOffInterval) {
        var checks = Checks()
        let kind = checks.kept(draft.kind, "kind")
        let (start, end) = (checks.kept(draft.startTime, "startTime"), checks.kept(draft.endTime, "endTime"))
        let wanted = AvailabilityDraft.OneOff(
            kind: kind ?? (before.kind == .open ? "open" : "busy"), startTime: start ?? Date(epochSeconds: before.interval.start),
            endTime: end ?? Date(epochSeconds: before.interval.end))
        let wantedKind = kinds[wanted.kind]
        checks.check(wantedKind != nil, "kind", "must be open or busy")
        let interval = interval(wanted, "", &checks)
        let (checkedKind, checkedInterval) = try checks.done(wantedKind, interval)
        let after = OneOffInterval(kind: checkedKind, interval: checkedInterval)
        var result = remove(before, from: calendar)
        switch after.kind {
        case .open:
            result.open = (result.open + [after.interval]).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
            guard areApart(result.open) else { throw Refusal.overlaps }
        case .busy: result.busy = Interval.merged(result.busy + [after.interval])
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
