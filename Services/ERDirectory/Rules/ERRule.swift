import CareModels
import Foundation

/// Checks what is sent about an emergency room, and applies it. Every fault names its field.
enum ERRule {
    static let longestName = 200

    static func create(_ draft: ERDraft) throws(Faults) -> ERDetails {
        var checks = Checks()
        checks.check(draft.name.value != nil, "name", "is required")
        checks.check(draft.latitude.value != nil, "latitude", "is required")
        checks.check(draft.longitude.value != nil, "longitude", "is required")
        let blank = ERDetails(
            name: "", latitude: draft.latitude.value ?? 0, longitude: draft.longitude.value ?? 0, timeZone: "", timeZoneBasis: .nearest)
        return try apply(draft, to: blank, isNew: true, checks)
    }

    /// The details after the change. A zone that nobody has stated is found again when what it was found from has changed.
    static func change(_ draft: ERDraft, of details: ERDetails) throws(Faults) -> ERDetails {
        var checks = Checks()
        _ = (checks.kept(draft.name, "name"), checks.kept(draft.latitude, "latitude"), checks.kept(draft.longitude, "longitude"))
        return try apply(draft, to: details, isNew: false, checks)
    }

    private static func apply(_ draft: ERDraft, to details: ERDetails, isNew: Bool, _ known: Checks) throws(Faults) -> ERDetails {
        var checks = known
        var result = details
        if let name = draft.name.value { result.name = checks.name(name, "name", required: true, most: longestName) ?? result.name }
        for line in ERLine.all { set(draft[keyPath: line.draft], &result[keyPath: line.details], line.name, most: line.longest, &checks) }
        result.country = result.country?.uppercased()
        result.region = result.region?.uppercased()
        checkCodes(draft, result, &checks)
        setWeeklyHours(draft, &result, &checks)
        setPosition(draft, &result, &checks)
        setPhone(draft.phone, &result, &checks)
        setZone(draft, &result, isMoved: isNew || isMoved(from: details, to: result), &checks)
        try checks.done()
        return result
    }

    private static func isMoved(from before: ERDetails, to after: ERDetails) -> Bool {
        before.position != after.position || before.country != after.country || before.region != after.region
            || before.countyCode != after.countyCode || before.postalCode != after.postalCode
    }

    private static func set(_ draft: Patched<String>, _ field: inout String?, _ name: String, most: Int, _ checks: inout Checks) {
        guard !draft.isAbsent else { return }
        field = checks.name(draft.value, name, most: most)
    }

    private static func checkCodes(_ draft: ERDraft, _ details: ERDetails, _ checks: inout Checks) {
        // By bytes: as a character É lies between A and Z.
        func isMade(_ text: String, of count: Int, _ range: ClosedRange<UInt8>) -> Bool { text.utf8.count == count && text.utf8.allSatisfy(range.contains) }
        if !draft.country.isAbsent, let country = details.country, !isMade(country, of: 2, UInt8(ascii: "A")...UInt8(ascii: "Z")) {
            checks.fail("country", "must be two letters (ISO 3166-1), such as US")
        }
        if !draft.countyCode.isAbsent, let code = details.countyCode, !isMade(code, of: 5, UInt8(ascii: "0")...UInt8(ascii: "9")) {
            checks.fail("countyCode", "must be the five digits of a county's FIPS code, such as 06037")
        }
        if !draft.website.isAbsent { checks.checkWebAddress(details.website, "website") }
    }

    /// In our own spelling, so that the same hours are the same however they were written. Without any there are no dates that they hold on.
    private static func setWeeklyHours(_ draft: ERDraft, _ details: inout ERDetails, _ checks: inout Checks) {
        if !draft.weeklyHours.isAbsent, let text = details.weeklyHours {
            do throws(WeeklyHours.Unreadable) {
                details.weeklyHours = try WeeklyHours(text).description
            } catch {
                checks.fail("weeklyHours", error.text)
            }
        }
        if !draft.weeklyHours.isAbsent, details.weeklyHours == nil, !checks.isFaulty("weeklyHours") {
            if draft.weeklyHoursFrom.isAbsent { details.weeklyHoursFrom = nil }
            if draft.weeklyHoursTo.isAbsent { details.weeklyHoursTo = nil }
        }
        for (field, isSent, text) in [
            ("weeklyHoursFrom", !draft.weeklyHoursFrom.isAbsent, details.weeklyHoursFrom), ("weeklyHoursTo", !draft.weeklyHoursTo.isAbsent, details.weeklyHoursTo)
        ] where isSent && text != nil {
            checks.check(text.flatMap { LocalDate($0, years: ScheduleRange.years) } != nil, field, "must be a date, such as 2026-03-08")
            checks.check(details.weeklyHours != nil || draft.weeklyHours.value != nil, field, "is only with weeklyHours")
        }
        if let from = details.weeklyHoursFrom.flatMap({ LocalDate($0) }), let to = details.weeklyHoursTo.flatMap({ LocalDate($0) }), to < from {
            checks.fail("weeklyHoursTo", "must not be before weeklyHoursFrom")
        }
    }

    private static func setPosition(_ draft: ERDraft, _ details: inout ERDetails, _ checks: inout Checks) {
        let (latitude, longitude) = (draft.latitude.value.map(Position.rounded), draft.longitude.value.map(Position.rounded))
        if let latitude {
            if Position.latitudes.contains(latitude) {
                details.latitude = latitude
            } else {
                checks.fail("latitude", "must be from -90 to 90, in degrees")
            }
        }
        if let longitude {
            if Position.longitudes.contains(longitude) {
                details.longitude = longitude
            } else {
                checks.fail("longitude", "must be from -180 to 180, in degrees")
            }
        }
        if latitude == 0, longitude == 0 {
            checks.fail("latitude", "and longitude are both 0, which is in the Atlantic: the position is missing")
        }
    }

    private static func setPhone(_ draft: Patched<String>, _ details: inout ERDetails, _ checks: inout Checks) {
        guard !draft.isAbsent else { return }
        let written = (draft.value ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        details.phone = nil
        if written.isEmpty { return }
        if let number = PhoneNumber(written, country: details.country) {
            details.phone = number.e164
        } else {
            checks.fail("phone", "must be a telephone number that can be dialled from abroad, such as +12045550123")
        }
    }

    private static func setZone(_ draft: ERDraft, _ details: inout ERDetails, isMoved: Bool, _ checks: inout Checks) {
        if let name = draft.timeZone.value {
            // One of before may stay.
            if name == details.timeZone || TimeZoneName.isKnown(name) {
                details.timeZone = name
                details.timeZoneBasis = .stated
            } else {
                checks.fail("timeZone", TimeZoneName.expectation)
            }
            return
        }
        let isAsked = !draft.timeZone.isAbsent
        guard isAsked || (isMoved && details.timeZoneBasis != .stated) else { return }
        (details.timeZone, details.timeZoneBasis) = TimeZoneRule.find(for: details)
    }
}
