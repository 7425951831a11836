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

    var position: Position { Position(latitude: latitude, longitude: longitude) }
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
}
