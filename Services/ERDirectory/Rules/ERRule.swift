import CareModels
import Foundation

/// Checks what is sent about an emergency room, and applies it. Every fault names its field.
enum ERRule {
    static let longestName = 200

    static func create(_ draft: ERDraft) throws(Faults) -> ERDetails {
        var faults: [Fault] = []
        if draft.name == nil { faults.append(Fault("name", "is required")) }
        if draft.latitude == nil { faults.append(Fault("latitude", "is required")) }
        if draft.longitude == nil { faults.append(Fault("longitude", "is required")) }
        let blank = ERDetails(name: "", latitude: draft.latitude ?? 0, longitude: draft.longitude ?? 0, timeZone: "", timeZoneBasis: .nearest)
        return try apply(draft, to: blank, isNew: true, faults)
    }

    /// The details after the change. A zone that nobody has stated is found again when what it was found from has changed.
    static func change(_ draft: ERDraft, of details: ERDetails) throws(Faults) -> ERDetails {
        try apply(draft, to: details, isNew: false, [])
    }

    private static func apply(_ draft: ERDraft, to details: ERDetails, isNew: Bool, _ known: [Fault]) throws(Faults) -> ERDetails {
        var faults = known
        var result = details
        if let name = draft.name { result.name = text(name, "name", most: longestName, &faults) ?? result.name }
        for line in ERLine.all { set(draft[keyPath: line.draft], &result[keyPath: line.details], line.name, most: line.longest, &faults) }
        result.country = result.country?.uppercased()
        result.region = result.region?.uppercased()
        checkCodes(draft, result, &faults)
        setPosition(draft, &result, &faults)
        setPhone(draft.phone, &result, &faults)
        setZone(draft, &result, isMoved: isNew || isMoved(from: details, to: result), &faults)
        guard faults.isEmpty else { throw Faults(faults) }
        return result
    }

    private static func isMoved(from before: ERDetails, to after: ERDetails) -> Bool {
        before.position != after.position || before.country != after.country || before.region != after.region
            || before.countyCode != after.countyCode || before.postalCode != after.postalCode
    }

    private static func set(_ draft: Nullable<String>?, _ field: inout String?, _ name: String, most: Int, _ faults: inout [Fault]) {
        guard let draft else { return }
        let written = (draft.value ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        field = written.isEmpty ? nil : text(written, name, most: most, &faults)
    }

    private static func text(_ value: String, _ field: String, most: Int, _ faults: inout [Fault]) -> String? {
        let trimmed = value.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.isEmpty {
            faults.append(Fault(field, "is required"))
        } else if trimmed.unicodeScalars.count > most {
            faults.append(Fault(field, "must have at most \(most) characters"))
        } else if trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            faults.append(Fault(field, "must not hold control characters"))
        } else {
            return trimmed
        }
        return nil
    }

    private static func checkCodes(_ draft: ERDraft, _ details: ERDetails, _ faults: inout [Fault]) {
        // By bytes: as a character É lies between A and Z.
        func isMade(_ text: String, of count: Int, _ range: ClosedRange<UInt8>) -> Bool { text.utf8.count == count && text.utf8.allSatisfy(range.contains) }
        if draft.country != nil, let country = details.country, !isMade(country, of: 2, UInt8(ascii: "A")...UInt8(ascii: "Z")) {
            faults.append(Fault("country", "must be two letters (ISO 3166-1), such as US"))
        }
        if draft.countyCode != nil, let code = details.countyCode, !isMade(code, of: 5, UInt8(ascii: "0")...UInt8(ascii: "9")) {
            faults.append(Fault("countyCode", "must be the five digits of a county's FIPS code, such as 06037"))
        }
        if draft.website != nil, let website = details.website, !isWebAddress(website) {
            faults.append(Fault("website", "must be an address that begins with https:// or http://"))
        }
    }

    private static func isWebAddress(_ text: String) -> Bool {
        guard let host = URLComponents(string: text)?.host, !host.isEmpty else { return false }
        return text.lowercased().hasPrefix("https://") || text.lowercased().hasPrefix("http://")
    }

    private static func setPosition(_ draft: ERDraft, _ details: inout ERDetails, _ faults: inout [Fault]) {
        if let latitude = draft.latitude {
            if Position.latitudes.contains(latitude) {
                details.latitude = latitude
            } else {
                faults.append(Fault("latitude", "must be from -90 to 90, in degrees"))
            }
        }
        if let longitude = draft.longitude {
            if Position.longitudes.contains(longitude) {
                details.longitude = longitude
            } else {
                faults.append(Fault("longitude", "must be from -180 to 180, in degrees"))
            }
        }
        if draft.latitude == 0, draft.longitude == 0 {
            faults.append(Fault("latitude", "and longitude are both 0, which is in the Atlantic: the position is missing"))
        }
    }

    private static func setPhone(_ draft: Nullable<String>?, _ details: inout ERDetails, _ faults: inout [Fault]) {
        guard let draft else { return }
        let written = (draft.value ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        details.phone = nil
        if written.isEmpty { return }
        if let number = PhoneNumber(written, country: details.country) {
            details.phone = number.e164
        } else {
            faults.append(Fault("phone", "must be a telephone number that can be dialled from abroad, such as +12045550123"))
        }
    }

    private static func setZone(_ draft: ERDraft, _ details: inout ERDetails, isMoved: Bool, _ faults: inout [Fault]) {
        if let name = draft.timeZone?.value {
            if TimeZoneName.isKnown(name) {
                details.timeZone = name
                details.timeZoneBasis = .stated
            } else {
                faults.append(Fault("timeZone", TimeZoneName.expectation))
            }
            return
        }
        let isAsked = draft.timeZone != nil
        guard isAsked || (isMoved && details.timeZoneBasis != .stated) else { return }
        (details.timeZone, details.timeZoneBasis) = TimeZoneRule.find(for: details)
    }
}
