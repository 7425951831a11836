/// Which time zone an emergency room is in, when nobody has said.
///
/// 1. In the United States its state decides; where a state lies in two zones, its county does (49 CFR part 71), and for the Navajo Nation,
///    which keeps daylight saving time inside Arizona, and West Wendover, Nevada, its postal code.
/// 2. Elsewhere, or without a state, the nearest of the country's principal places in tzdata's zone1970.tab. A country with one zone is sure;
///    near a border between zones it is a guess, and said to be one (`nearest`). A scheduler may state the right one.
///
/// The zones are named as tzdata does for the present: whole counties, no exceptions within one (Gulf County, Florida; Cherry County,
/// Nebraska; Malheur County's south). Counties that lie in two zones are put where their hospitals are.
enum TimeZoneRule {
    static func find(for details: ERDetails) -> (zone: String, basis: TimeZoneBasis) {
        if let state = UnitedStates.state(of: details), let found = UnitedStates.zone(state: state, details) { return found }
        return (PrincipalPlaces.nearest(to: details.position, in: details.country), .nearest)
    }
}

/// The zones of the United States and their territories.
enum UnitedStates {
    /// Territories are named as countries too; a state's letters may be another country's (CA).
    private static let territories: Set<String> = ["PR", "VI", "GU", "MP", "AS", "PW"]

    static func state(of details: ERDetails) -> String? {
        guard let country = details.country, country != "US" else { return details.region }
        return territories.contains(country) ? country : nil
    }

    static func zone(state: String, _ details: ERDetails) -> (zone: String, basis: TimeZoneBasis)? {
        guard let zone = states[state] else { return nil }
        if let code = details.postalCode?.prefix(5), let exception = postalCodes[String(code)] { return (exception, .postalCode) }
        if state == "AK" {
            // The Aleutians west of 169°30′ W, as 49 CFR 71.12 says; the westernmost are past the antimeridian.
            let isWest = details.longitude < -169.5 || details.longitude > 0
            return (isWest ? "America/Adak" : zone, .state)
        }
        guard let split = splitStates[state] else { return (zone, .state) }
        // Without the county the greater part of the state is the guess.
        guard let code = details.countyCode.flatMap({ Int($0) }) else { return (zone, .state) }
        guard code / 1000 == split.state else { return (zone, .state) }
        return (split.counties.contains(code % 1000) ? split.zone : zone, .county)
    }

    private struct Split {
        /// FIPS 5-2.
        var state: Int
        /// The zone of these counties, by the last three digits of their FIPS code.
        var zone: String
        var counties: Set<Int>
    }

    private static let eastern = "America/New_York"
    private static let central = "America/Chicago"
    private static let mountain = "America/Denver"
    private static let pacific = "America/Los_Angeles"

    private static let states: [String: String] = [
        "AL": central, "AK": "America/Anchorage", "AZ": "America/Phoenix", "AR": central, "CA": pacific, "CO": mountain, "CT": eastern,
        "DE": eastern, "DC": eastern, "FL": eastern, "GA": eastern, "HI": "Pacific/Honolulu", "ID": "America/Boise", "IL": central,
        "IN": "America/Indiana/Indianapolis", "IA": central, "KS": central, "KY": eastern, "LA": central, "ME": eastern, "MD": eastern,
        "MA": eastern, "MI": "America/Detroit", "MN": central, "MS": central, "MO": central, "MT": mountain, "NE": central, "NV": pacific,
        "NH": eastern, "NJ": eastern, "NM": mountain, "NY": eastern, "NC": eastern, "ND": central, "OH": eastern, "OK": central, "OR": pacific,
        "PA": eastern, "RI": eastern, "SC": eastern, "SD": central, "TN": central, "TX": central, "UT": mountain, "VT": eastern, "VA": eastern,
        "WA": pacific, "WV": eastern, "WI": central, "WY": mountain, "PR": "America/Puerto_Rico", "VI": "America/Puerto_Rico",
        "GU": "Pacific/Guam", "MP": "Pacific/Guam", "AS": "Pacific/Pago_Pago", "PW": "Pacific/Palau"
    ]

    private static let postalCodes: [String: String] = [
        // Navajo Nation: Chinle, Fort Defiance, Ganado, Window Rock, Kayenta, Tuba City.
        "86503": mountain, "86504": mountain, "86505": mountain, "86515": mountain, "86033": mountain, "86045": mountain,
        // West Wendover, Nevada.
        "89883": mountain
    ]

    private static let splitStates: [String: Split] = [
        "FL": Split(state: 12, zone: central, counties: [5, 13, 33, 59, 63, 91, 113, 131, 133]),
        "ID": Split(state: 16, zone: pacific, counties: [9, 17, 21, 35, 49, 55, 57, 61, 69, 79]),
        "IN": Split(state: 18, zone: central, counties: [51, 73, 89, 91, 111, 123, 127, 129, 147, 149, 163, 173]),
        "KS": Split(state: 20, zone: mountain, counties: [71, 75, 181, 199]),
        "KY": Split(
            state: 21, zone: central,
            counties: [
                1, 3, 7, 9, 27, 31, 33, 35, 39, 47, 53, 55, 57, 59, 61, 75, 83, 85, 87, 91, 99, 101, 105, 107, 139, 141, 143, 145, 149, 157,
                169, 171, 177, 183, 207, 213, 219, 221, 225, 227, 233
            ]),
        "MI": Split(state: 26, zone: "America/Menominee", counties: [43, 53, 71, 109]),
        "ND": Split(state: 38, zone: mountain, counties: [1, 7, 11, 25, 33, 37, 41, 87, 89]),
        "NE": Split(
            state: 31, zone: mountain, counties: [5, 7, 13, 29, 33, 45, 49, 57, 69, 75, 91, 101, 105, 123, 135, 157, 161, 165]),
        "OR": Split(state: 41, zone: "America/Boise", counties: [45]),
        "SD": Split(state: 46, zone: mountain, counties: [7, 19, 31, 33, 41, 47, 55, 63, 71, 81, 93, 102, 103, 105, 113, 137]),
        "TN": Split(
            state: 47, zone: eastern,
            counties: [
                1, 9, 11, 13, 19, 25, 29, 57, 59, 63, 65, 67, 73, 89, 91, 93, 105, 107, 121, 123, 129, 139, 143, 145, 151, 155, 163, 171, 173,
                179
            ]),
        "TX": Split(state: 48, zone: mountain, counties: [141, 229])
    ]
}
