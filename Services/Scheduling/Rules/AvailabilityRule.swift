import CareModels
import Foundation

/// Checks a draft and applies it to a calendar. Every fault names its field by path.
enum AvailabilityRule {
    enum Mode: Sendable {
        /// What the draft names is added; an override takes the place of that date's earlier one. Settings are set.
        case add
        /// Each part that the draft names takes the place of the whole part.
        case change
    }

    /// What the calendar that there is does not take, though the draft is right in itself.
    enum Refusal: Error, Equatable {
        case full(Part, most: Int, kept: Int)
        /// With an opening that is there.
        case overlaps
    }

    enum Part: Equatable, Sendable { case weekly, overrides, intervals }

    static let mostWeekly = 100
    static let mostOverrides = 400
    static let mostHoursOfADate = 12
    static let mostIntervals = 1000
    static let longestIntervalDays = 366
    static let slotMinutes = 5...720
    static let bufferMinutes = 0...240
    static let noticeMinutes = 0...43_200
    static let windowDays = 1...730
    static let dailyLimits = 1...500

    /// The calendar after the draft, or its `Faults`, or a `Refusal`. What is over since more than two days is dropped, so that the limits count the future.
    static func apply(_ draft: AvailabilityDraft, to calendar: ProviderCalendar, _ mode: Mode, now: Int) throws -> ProviderCalendar {
        var checks = Checks()
        var result = calendar
        applyZone(draft, to: &result, &checks)
        applySettings(draft, to: &result.settings, &checks)
        applyDesk(draft, to: &result.desk, &checks)
        applyWeekly(draft, to: &result, mode, &checks)
        applyOverrides(draft, to: &result, mode, &checks)
        applyIntervals(draft, to: &result, mode, &checks)
        try checks.done()
        prune(&result, now: now)
        var kept = calendar
        prune(&kept, now: now)
        try holds(result.weekly.count, of: kept.weekly.count, .weekly, atMost: mostWeekly)
        try holds(result.overrides.count, of: kept.overrides.count, .overrides, atMost: mostOverrides)
        try holds(result.open.count + result.busy.count, of: kept.open.count + kept.busy.count, .intervals, atMost: mostIntervals)
        guard areApart(result.open) else { throw Refusal.overlaps }
        return result
    }

    private static func holds(_ count: Int, of kept: Int, _ part: Part, atMost most: Int) throws(Refusal) {
        guard count <= most else { throw .full(part, most: most, kept: kept) }
    }

    /// In their order.
    static func areApart(_ openings: [Interval]) -> Bool { !zip(openings, openings.dropFirst()).contains { $0.overlaps($1) } }

    private static func applyZone(_ draft: AvailabilityDraft, to calendar: inout ProviderCalendar, _ checks: inout Checks) {
        guard let name = checks.kept(draft.timeZone, "timeZone") else { return }
        // One of before may stay.
        if name == calendar.timeZone || TimeZoneName.isKnown(name) {
            calendar.timeZone = name
        } else {
            checks.fail("timeZone", TimeZoneName.expectation)
        }
    }

    private static func applySettings(_ draft: AvailabilityDraft, to settings: inout BookingSettings, _ checks: inout Checks) {
        set(draft.slotMinutes, &settings.slotMinutes, in: slotMinutes, "slotMinutes", &checks)
        set(draft.bufferBeforeMinutes, &settings.bufferBeforeMinutes, in: bufferMinutes, "bufferBeforeMinutes", &checks)
        set(draft.bufferAfterMinutes, &settings.bufferAfterMinutes, in: bufferMinutes, "bufferAfterMinutes", &checks)
        set(draft.minimumNoticeMinutes, &settings.minimumNoticeMinutes, in: noticeMinutes, "minimumNoticeMinutes", &checks)
        set(draft.cancelNoticeMinutes, &settings.cancelNoticeMinutes, in: noticeMinutes, "cancelNoticeMinutes", &checks)
        set(draft.rescheduleNoticeMinutes, &settings.rescheduleNoticeMinutes, in: noticeMinutes, "rescheduleNoticeMinutes", &checks)
        set(draft.bookingWindowDays, &settings.bookingWindowDays, in: windowDays, "bookingWindowDays", &checks)
        switch draft.dailyLimit {
        case .absent: break
        case .cleared: settings.dailyLimit = nil
        case .set(let limit):
            var checked = limit
            set(draft.dailyLimit, &checked, in: dailyLimits, "dailyLimit", &checks)
            settings.dailyLimit = checked
        }
    }

    /// Whether they practise there, the store knows.
    private static func applyDesk(_ draft: AvailabilityDraft, to desk: inout DeskChoice, _ checks: inout Checks) {
        if let seesBookings = checks.kept(draft.deskSeesBookings, "deskSeesBookings") { desk.seesBookings = seesBookings }
        if !draft.organisationId.isAbsent { desk.organisation = draft.organisationId.value }
    }

    private static func set(_ patch: Patched<Int>, _ target: inout Int, in range: ClosedRange<Int>, _ field: String, _ checks: inout Checks) {
        guard let value = checks.kept(patch, field) else { return }
        if range.contains(value) {
            target = value
        } else {
            checks.fail(field, "must be between \(range.lowerBound) and \(limit: range.upperBound)")
        }
    }

    /// None when the list is cleared.
    private static func items<Item>(_ patch: Patched<[Item]>) -> [Item]? {
        switch patch {
        case .absent: nil
        case .cleared: []
        case .set(let items): items
        }
    }

    private static func applyWeekly(_ draft: AvailabilityDraft, to calendar: inout ProviderCalendar, _ mode: Mode, _ checks: inout Checks) {
        guard let drafts = items(draft.weekly) else { return }
        guard drafts.count <= mostWeekly else { return check(drafts.count, atMost: mostWeekly, "weekly", &checks) }
        var rules = mode == .add ? calendar.weekly : []
        for (index, each) in drafts.enumerated() {
            let path = "weekly[\(index)]"
            let weekday = Weekday(rawValue: each.weekday)
            if weekday == nil {
                checks.fail(path + ".weekday", "must be one of monday, tuesday, wednesday, thursday, friday, saturday, sunday")
            }
            let hours = hours(start: each.start, end: each.end, path, &checks)
            guard let weekday, let hours else { continue }
            let rule = ProviderCalendar.WeeklyRule(weekday: weekday, hours: hours)
            if !rules.contains(rule) { rules.append(rule) }
        }
        calendar.weekly = rules.sorted { ($0.weekday.index, $0.hours.start) < ($1.weekday.index, $1.hours.start) }
    }

    private static func applyOverrides(_ draft: AvailabilityDraft, to calendar: inout ProviderCalendar, _ mode: Mode, _ checks: inout Checks) {
        guard let drafts = items(draft.overrides) else { return }
        guard drafts.count <= mostOverrides else { return check(drafts.count, atMost: mostOverrides, "overrides", &checks) }
        var byDate: [LocalDate: [ClockRange]] = [:]
        if mode == .add { for each in calendar.overrides { byDate[each.date] = each.hours } }
        var named: Set<LocalDate> = []
        for (index, each) in drafts.enumerated() {
            let path = "overrides[\(index)]"
            check(each.intervals.count, atMost: mostHoursOfADate, path + ".intervals", &checks)
            guard let date = LocalDate(each.date, years: 1970...9999) else {
                checks.fail(path + ".date", "must be a date, such as 2026-03-08")
                continue
            }
            if !named.insert(date).inserted { checks.fail(path + ".date", "is named twice; list all its intervals together") }
            var ofDate: [ClockRange] = []
            for (number, interval) in each.intervals.prefix(mostHoursOfADate).enumerated() {
                let hours = hours(start: interval.start, end: interval.end, path + ".intervals[\(number)]", &checks)
                if let hours { ofDate.append(hours) }
            }
            byDate[date] = ofDate.sorted { $0.start < $1.start }
        }
        calendar.overrides = byDate.keys.sorted().map { ProviderCalendar.DateOverride(date: $0, hours: byDate[$0] ?? []) }
    }

    private static func hours(start: String, end: String, _ path: String, _ checks: inout Checks) -> ClockRange? {
        let from = ClockTime(start).flatMap { $0.minutes < ClockTime.minutesPerDay ? $0.minutes : nil }
        let until = ClockTime(end)?.minutes
        if from == nil { checks.fail(path + ".start", "must be a time from 00:00 to 23:59") }
        if until == nil { checks.fail(path + ".end", "must be a time from 00:00 to 24:00") }
        guard let from, let until else { return nil }
        guard from != until else {
            checks.fail(path + ".end", "must differ from start; a whole day is 00:00 to 24:00")
            return nil
        }
        // 22:00 to 00:00 is 22:00 to 24:00: one spelling of midnight as an end.
        return ClockRange(start: from, end: until == 0 ? ClockTime.minutesPerDay : until)
    }

    private static func applyIntervals(_ draft: AvailabilityDraft, to calendar: inout ProviderCalendar, _ mode: Mode, _ checks: inout Checks) {
        guard let drafts = items(draft.intervals) else { return }
        guard drafts.count <= mostIntervals else { return check(drafts.count, atMost: mostIntervals, "intervals", &checks) }
        var added: [Interval] = []
        var busy = mode == .add ? calendar.busy : []
        for (index, each) in drafts.enumerated() {
            let path = "intervals[\(index)]."
            let interval = interval(each, path, &checks)
            switch each.kind {
            case "open": if let interval { added.append(interval) }
            case "busy": if let interval { busy.append(interval) }
            default: checks.fail(path + "kind", "must be open or busy")
            }
        }
        // Openings stay apart, since each begins a grid of slots of its own; absences may be joined. Were they to overlap, every
        // search would go over as many grids as there are openings.
        if !areApart(inOrder(added)) { checks.fail("intervals", "of kind open must not overlap one another: make those one") }
        calendar.open = inOrder((mode == .add ? calendar.open : []) + added)
        calendar.busy = Interval.merged(busy)
    }

    /// Each once.
    static func inOrder(_ openings: [Interval]) -> [Interval] { Set(openings).sorted { ($0.start, $0.end) < ($1.start, $1.end) } }

    static let kinds: [String: OneOffInterval.Kind] = ["open": .open, "busy": .busy]

    /// `path` is what comes before the names of its fields.
    static func interval(_ draft: AvailabilityDraft.OneOff, _ path: String, _ checks: inout Checks) -> Interval? {
        guard let start = wholeSeconds(draft.startTime) else {
            checks.fail(path + "startTime", "must be a whole second between the years 1970 and 9999")
            return nil
        }
        guard let end = wholeSeconds(draft.endTime), end > start else {
            checks.fail(path + "endTime", "must be a whole second after startTime")
            return nil
        }
        guard end - start <= longestIntervalDays * LocalDate.secondsPerDay else {
            checks.fail(path + "endTime", "must be at most \(limit: longestIntervalDays) days after startTime")
            return nil
        }
        return Interval(start: start, end: end)
    }

    /// Seconds since 1970 when `instant` is a whole one of the years 1970 to 9999, else nil.
    static func wholeSeconds(_ instant: Date) -> Int? {
        let seconds = instant.timeIntervalSince1970
        guard seconds >= 0, seconds < 253_402_300_800, seconds.rounded() == seconds else { return nil }
        return Int(seconds)
    }

    private static func prune(_ calendar: inout ProviderCalendar, now: Int) {
        let horizon = now - 2 * LocalDate.secondsPerDay
        let horizonDate = LocalDate(localSeconds: horizon)
        calendar.overrides.removeAll { $0.date < horizonDate }
        calendar.open.removeAll { $0.end < horizon }
        calendar.busy.removeAll { $0.end < horizon }
    }

    private static func check(_ count: Int, atMost most: Int, _ field: String, _ checks: inout Checks) {
        guard count > most else { return }
        checks.fail(field, "holds \(count); at most \(limit: most) are kept")
    }
}
