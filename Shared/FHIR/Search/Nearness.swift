import Foundation
import JSON

/// Where a Location has to be near to: within some distance along the ground, on a ball of the earth's mean radius, so that poles and the antimeridian are places like
/// any other.
package struct Nearness: Sendable, Equatable {
    struct Point: Sendable, Equatable {
        /// Degrees north.
        var latitude: Double
        /// Degrees east.
        var longitude: Double
        /// Metres; nil where none was said.
        var distance: Double?
    }

    /// Metres; what is near when nobody says.
    static let usual = 10_000.0
    /// Metres (IUGG).
    private static let radius = 6_371_008.8
    /// Metres: what two ways to say one place differ by.
    private static let rounding = 0.001
    static let units = "http://unitsofmeasure.org"
    /// By UCUM, in metres.
    private static let lengths: [(unit: String, metres: Double)] = [
        ("km", 1000), ("m", 1), ("cm", 0.01), ("mm", 0.001), ("[mi_i]", 1609.344), ("[mi_us]", 6_336_000.0 / 3937), ("[nmi_i]", 1852), ("[yd_i]", 0.9144),
        ("[ft_i]", 0.3048), ("[ft_us]", 1200.0 / 3937)
    ]

    /// Any of these; none, of how far alone.
    var points: [Point]
    /// Metres, of all of them (`near-distance`).
    var within: Double?

    package func holds(of location: JSONValue) -> Bool {
        guard let position = location["position"], let latitude = position["latitude"]?.number, let longitude = position["longitude"]?.number,
            Self.isPlace(latitude, longitude)
        else { return false }
        let place = Point(latitude: latitude, longitude: longitude)
        return points.contains { Self.metres(from: $0, to: place) <= (within ?? $0.distance ?? Self.usual) + Self.rounding }
    }

    /// The haversine, which is exact where two places are close to each other.
    static func metres(from one: Point, to other: Point) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let north = sin(radians(other.latitude - one.latitude) / 2)
        let east = sin(radians(other.longitude - one.longitude) / 2)
        let chord = north * north + cos(radians(one.latitude)) * cos(radians(other.latitude)) * east * east
        return 2 * radius * asin(min(1, chord.squareRoot()))
    }

    private static func isPlace(_ latitude: Double, _ longitude: Double) -> Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

    // MARK: As it is asked for

    /// R4's `latitude|longitude|distance|unit`.
    static func point(_ name: String, _ text: String) throws(SearchFault) -> Point {
        let parts = SearchWords.split(text, "|").map(SearchWords.plain)
        guard (2...4).contains(parts.count) else { throw SearchFault(name, "must be latitude|longitude, with |distance|unit behind them: 48.8566|2.3522|5|km") }
        var point = try place(name, parts[0], parts[1])
        // Without a distance its unit says nothing.
        if parts.count > 2, !parts[2].isEmpty { point.distance = try metres(name, parts[2], parts.count > 3 ? parts[3] : "") }
        return point
    }

    /// STU3's `latitude:longitude`.
    static func pair(_ name: String, _ text: String) throws(SearchFault) -> Point {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw SearchFault(name, "must be latitude:longitude: 48.8566:2.3522") }
        return try place(name, parts[0], parts[1])
    }

    /// STU3's `near-distance`: a quantity.
    static func distance(_ name: String, _ text: String) throws(SearchFault) -> Double {
        let parts = SearchWords.split(text, "|").map(SearchWords.plain)
        guard parts.count <= 3, parts.count < 3 || ["", units].contains(parts[1]) else { throw badDistance(name) }
        return try metres(name, parts[0], parts.count > 1 ? parts[parts.count - 1] : "")
    }

    private static func place(_ name: String, _ latitude: String, _ longitude: String) throws(SearchFault) -> Point {
        guard let north = SearchWords.interval(latitude)?.value, let east = SearchWords.interval(longitude)?.value, isPlace(north, east) else {
            throw SearchFault(name, "must have a latitude from -90 to 90 and a longitude from -180 to 180")
        }
        return Point(latitude: north, longitude: east)
    }

    private static func metres(_ name: String, _ number: String, _ unit: String) throws(SearchFault) -> Double {
        guard let number = SearchWords.interval(number)?.value, number >= 0, let length = lengths.first(where: { $0.unit == (unit.isEmpty ? "km" : unit) }) else {
            throw badDistance(name)
        }
        let metres = number * length.metres
        guard metres.isFinite else { throw badDistance(name) }
        return metres
    }

    private static func badDistance(_ name: String) -> SearchFault {
        SearchFault(name, "must have a distance of 0 or more, in a unit of UCUM: \(lengths.map(\.unit).joined(separator: ", "))")
    }
}
