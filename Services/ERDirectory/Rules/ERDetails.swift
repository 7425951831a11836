import CareModels

/// What the directory says of an emergency room, whole and checked.
struct ERDetails: Codable, Equatable, Sendable {
    var name: String
    /// The source's own word, such as `GENERAL ACUTE CARE`.
    var facilityType: String?
    /// E.164.
    var phone: String?
    var website: String?
    var street: String?
    var city: String?
    /// State or province, in the country's own short form: `CA`.
    var region: String?
    var postalCode: String?
    /// ISO 3166-1, two letters.
    var country: String?
    /// FIPS 6-4 code of a county of the United States, five digits.
    var countyCode: String?
    var latitude: Double
    var longitude: Double
    /// IANA name.
    var timeZone: String
    var timeZoneBasis: TimeZoneBasis
    /// As `WeeklyHours` spells them.
    var weeklyHours: String?
    /// The first and the last date that they hold on: `2026-03-08`.
    var weeklyHoursFrom: String?
    var weeklyHoursTo: String?

    var position: Position { Position(latitude: latitude, longitude: longitude) }
}

/// What is sent to enter or change an emergency room, as it came.
struct ERDraft: Decodable, Sendable {
    var name: Patched<String> = .absent
    var facilityType: Patched<String> = .absent
    var phone: Patched<String> = .absent
    var website: Patched<String> = .absent
    var street: Patched<String> = .absent
    var city: Patched<String> = .absent
    var region: Patched<String> = .absent
    var postalCode: Patched<String> = .absent
    var country: Patched<String> = .absent
    var countyCode: Patched<String> = .absent
    var latitude: Patched<Double> = .absent
    var longitude: Patched<Double> = .absent
    /// Cleared: find it again from the position.
    var timeZone: Patched<String> = .absent
    var weeklyHours: Patched<String> = .absent
    var weeklyHoursFrom: Patched<String> = .absent
    var weeklyHoursTo: Patched<String> = .absent
}

/// A line of text that may be absent, in what is sent and in what is kept. All are trimmed, measured and imported alike; what more is asked of one
/// is in `ERRule`.
struct ERLine: Sendable {
    var name: String
    var draft: KeyPath<ERDraft, Patched<String>> & Sendable
    var details: WritableKeyPath<ERDetails, String?> & Sendable
    /// In characters.
    var longest = 200

    static let all = [
        ERLine(name: "facilityType", draft: \.facilityType, details: \.facilityType),
        ERLine(name: "website", draft: \.website, details: \.website, longest: 500),
        ERLine(name: "street", draft: \.street, details: \.street),
        ERLine(name: "city", draft: \.city, details: \.city),
        ERLine(name: "region", draft: \.region, details: \.region, longest: 20),
        ERLine(name: "postalCode", draft: \.postalCode, details: \.postalCode, longest: 20),
        ERLine(name: "country", draft: \.country, details: \.country, longest: 2),
        ERLine(name: "countyCode", draft: \.countyCode, details: \.countyCode, longest: 5),
        ERLine(name: "weeklyHours", draft: \.weeklyHours, details: \.weeklyHours, longest: WeeklyHours.longest),
        ERLine(name: "weeklyHoursFrom", draft: \.weeklyHoursFrom, details: \.weeklyHoursFrom, longest: 10),
        ERLine(name: "weeklyHoursTo", draft: \.weeklyHoursTo, details: \.weeklyHoursTo, longest: 10)
    ]
}

/// How an emergency room's time zone came to be known, the surest first.
enum TimeZoneBasis: String, Codable, Sendable, CaseIterable {
    /// Somebody said so.
    case stated
    /// Its county, or its postal code, lies in one zone.
    case county, postalCode = "postal-code"
    /// Its state or country lies in one zone, or mostly.
    case state
    /// The nearest of its country's principal places in tzdata's zone1970.tab: a guess near a border between zones.
    case nearest

    /// What a later release calls by another word is a guess to this one.
    init(stored word: String) { self = Self(rawValue: word) ?? .nearest }

    init(from decoder: any Decoder) throws { self.init(stored: try decoder.singleValueContainer().decode(String.self)) }
}
