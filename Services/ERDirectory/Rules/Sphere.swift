import CareModels
import Foundation

/// A position in degrees (WGS 84), and distances over the Earth taken as a sphere of its mean radius (IUGG: 6371.0088 km): at most
/// 0.6 % from the ellipsoid's.
struct Position: Equatable, Sendable {
    static let radiusKm = 6371.0088
    static let latitudes = -90.0...90.0
    static let longitudes = -180.0...180.0

    var latitude: Double
    var longitude: Double

    /// Nothing nearer to 0 than a tenth of a millimetre: PostgreSQL takes the sine of the least numbers for an error.
    static func rounded(_ degrees: Double) -> Double { abs(degrees) < 1e-9 ? 0 : degrees }

    /// The point on the sphere in kilometres from its centre, as PostgreSQL's cube holds it: the formula of earthdistance's `ll_to_earth`.
    var point: [Double] {
        let north = latitude * .pi / 180
        let east = longitude * .pi / 180
        return [Self.radiusKm * cos(north) * cos(east), Self.radiusKm * cos(north) * sin(east), Self.radiusKm * sin(north)]
    }

    /// Great-circle distance in kilometres (haversine).
    func kilometres(to other: Position) -> Double {
        let north = (other.latitude - latitude) * .pi / 180
        let east = (other.longitude - longitude) * .pi / 180
        let here = cos(latitude * .pi / 180) * cos(other.latitude * .pi / 180)
        let half = sin(north / 2) * sin(north / 2) + here * sin(east / 2) * sin(east / 2)
        return 2 * Self.radiusKm * asin(min(1, half.squareRoot()))
    }

    /// The straight line through the Earth between two points so far apart over its surface.
    static func chord(ofKilometres distance: Double) -> Double {
        2 * radiusKm * sin(min(distance / radiusKm, .pi) / 2)
    }
}

/// A part of the map: west to east, which may go over the antimeridian, and south to north. RFC 7946, section 5.
struct BoundingBox: Equatable, Sendable {
    var west: Double
    var south: Double
    var east: Double
    var north: Double

    var crossesAntimeridian: Bool { west > east }

    /// `west,south,east,north` in degrees.
    init(_ text: String) throws(Faults) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
        guard parts.count == 4, numbers.count == 4 else { throw Faults("bbox", "must be west,south,east,north in degrees, such as -97.5,49.5,-96.5,50.5") }
        (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
        guard Position.longitudes.contains(west), Position.longitudes.contains(east) else {
            throw Faults("bbox", "must have its west and east from -180 to 180; west may be greater than east, over the antimeridian")
        }
        guard Position.latitudes.contains(south), Position.latitudes.contains(north), south <= north else {
            throw Faults("bbox", "must have its south and north from -90 to 90, south first")
        }
    }
}
