import CareModels

/// When the providers of a specialty may be booked, written as they are found.
struct SpecialtySlotsView: Sendable {
    private var json = SlotJSON(reserving: 4096)
    private var isFirst = true
    private let days: SlotDays?

    /// `days`: where they are put together by them.
    init(_ range: Interval, days: SlotDays?) {
        self.days = days
        json.raw("{\"from\":")
        json.instant(range.start)
        json.raw(",\"to\":")
        json.instant(range.end)
        json.raw(",\"items\":[")
    }

    mutating func add(_ bookable: BookableCalendar, _ starts: ArraySlice<Int>) throws {
        if !isFirst { json.raw(",") }
        isFirst = false
        json.raw("{\"provider\":")
        try json.value(ProviderHead(bookable))
        json.raw(days == nil ? ",\"slots\":" : ",\"days\":")
        try json.slots(starts, of: bookable.stored.calendar, by: days)
        json.raw("}")
    }

    func bytes(nextCursor: String?) throws -> [UInt8] {
        var json = self.json
        json.raw("]")
        try json.next(nextCursor)
        json.raw("}")
        return json.bytes
    }

    private struct ProviderHead: Encodable {
        var providerId: UserID
        var fullName: String?
        var timeZone: String
        var slotMinutes: Int

        init(_ bookable: BookableCalendar) {
            providerId = bookable.stored.providerId
            fullName = bookable.fullName
            timeZone = bookable.stored.calendar.timeZone
            slotMinutes = bookable.stored.calendar.settings.slotMinutes
        }
    }
}
