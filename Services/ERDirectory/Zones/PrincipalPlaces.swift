import CareModels

/// The principal place of each time zone and the countries that use it: tzdata's zone1970.tab (public domain), which the service carries.
enum PrincipalPlaces {
    private struct Place {
        var countries: [Substring]
        var position: Position
        var zone: String
    }

    private static let places: [Place] = String(decoding: PackageResources.zone1970_tab, as: UTF8.self).split(separator: "\n").compactMap { line in
        let columns = line.split(separator: "\t")
        // One that this machine cannot tell the clock of yet would be taken for UTC: the nearest one that it can is better.
        guard columns.count >= 3, let position = position(columns[1]), TimeZoneName.isKnown(String(columns[2])) else { return nil }
        return Place(countries: columns[0].split(separator: ","), position: position, zone: String(columns[2]))
    }

    /// Among the country's own places; among all when it has none, or is not known.
    static func nearest(to position: Position, in country: String?) -> String {
        let own = places.filter { place in country.map { place.countries.contains(Substring($0)) } ?? false }
        let candidates = own.isEmpty ? places : own
        return candidates.min { $0.position.kilometres(to: position) < $1.position.kilometres(to: position) }?.zone ?? "UTC"
    }

    /// ISO 6709, as the table spells it: `+4230+00131` or `+513030-0000731`.
    private static func position(_ text: Substring) -> Position? {
        guard let second = text.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
        guard let latitude = degrees(text[..<second], whole: 2), let longitude = degrees(text[second...], whole: 3) else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    private static func degrees(_ text: Substring, whole: Int) -> Double? {
        let digits = text.dropFirst()
        guard let degrees = Double(digits.prefix(whole)), let minutes = Double(digits.dropFirst(whole).prefix(2)) else { return nil }
        let seconds = Double(digits.dropFirst(whole + 2)) ?? 0
        let value = degrees + minutes / 60 + seconds / 3600
        return text.first == "-" ? -value : value
    }
}
