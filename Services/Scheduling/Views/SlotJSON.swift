import CareModels
import Foundation

/// Writes slots as JSON, byte by byte: a general encoder takes longer than finding them.
struct SlotJSON {
    private(set) var bytes: [UInt8] = []
    /// `"2026-03-09T` of the date that was written last.
    private var date: LocalDate?
    private var dateText: [UInt8] = []

    init(reserving count: Int) { bytes.reserveCapacity(count) }

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Any small value, by the general encoder.
    mutating func value(_ value: some Encodable) throws { bytes.append(contentsOf: try CareJSON.bytes(of: value)) }

    mutating func instant(_ seconds: Int) {
        let itsDate = LocalDate(localSeconds: seconds)
        if itsDate != date {
            date = itsDate
            dateText = Array("\"\(itsDate)T".utf8)
        }
        let ofDay = seconds - itsDate.localSeconds
        bytes.append(contentsOf: dateText)
        twoDigits(ofDay / 3600)
        bytes.append(UInt8(ascii: ":"))
        twoDigits(ofDay / 60 % 60)
        bytes.append(UInt8(ascii: ":"))
        twoDigits(ofDay % 60)
        bytes.append(UInt8(ascii: "Z"))
        bytes.append(UInt8(ascii: "\""))
    }

    /// `[{"startTime":…,"endTime":…,"timeZone":…},…]`; by days `[{"date":…,"slots":[…]},…]`.
    mutating func slots(_ starts: ArraySlice<Int>, of calendar: ProviderCalendar, by days: SlotDays?) throws {
        let zone = try CareJSON.bytes(of: calendar.timeZone)
        let minutes = calendar.settings.slotMinutes
        guard let days else { return slots(starts, minutes: minutes, zone: zone) }
        raw("[")
        for (index, day) in days.days(of: starts).enumerated() {
            raw(index == 0 ? "{\"date\":" : ",{\"date\":")
            try value(day.date)
            raw(",\"slots\":")
            slots(day.starts, minutes: minutes, zone: zone)
            raw("}")
        }
        raw("]")
    }

    private mutating func slots(_ starts: ArraySlice<Int>, minutes: Int, zone: some Collection<UInt8>) {
        raw("[")
        for (index, start) in starts.enumerated() {
            raw(index == 0 ? "{\"startTime\":" : ",{\"startTime\":")
            instant(start)
            raw(",\"endTime\":")
            instant(start + minutes * 60)
            raw(",\"timeZone\":")
            bytes.append(contentsOf: zone)
            raw("}")
        }
        raw("]")
    }

    /// `,"nextCursor":…`, when there is one.
    mutating func next(_ cursor: String?) throws {
        guard let cursor else { return }
        raw(",\"nextCursor\":")
        try value(cursor)
    }

    private mutating func twoDigits(_ value: Int) {
        bytes.append(UInt8(ascii: "0") + UInt8(value / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }
}
