import CareModels

/// When a provider may be booked.
struct ProviderSlotsView: Sendable {
    var stored: StoredCalendar
    /// What was searched.
    var range: Interval
    var starts: ArraySlice<Int>
    /// Where they are put together by days.
    var days: SlotDays?
    var nextCursor: String?

    func bytes() throws -> [UInt8] {
        let calendar = stored.calendar
        var json = SlotJSON(reserving: 300 + starts.count * 120)
        json.raw("{\"providerId\":")
        try json.value(stored.providerId)
        json.raw(",\"timeZone\":")
        try json.value(calendar.timeZone)
        json.raw(",\"slotMinutes\":")
        try json.value(calendar.settings.slotMinutes)
        json.raw(",\"from\":")
        json.instant(range.start)
        json.raw(",\"to\":")
        json.instant(range.end)
        json.raw(",\"items\":")
        try json.slots(starts, of: calendar, by: days)
        try json.next(nextCursor)
        json.raw("}")
        return json.bytes
    }
}
