import CareModels
import Foundation
import HTTP

/// `GET /ers/nearest?lat=&lon=&limit=&withinKm=`: the nearest open one, other open ones, those that may be closed, and where open ones are missing
/// closed ones with their next opening.
struct FindNearestERs: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let search = try read(request)
        let now = dependencies.now()
        let (all, found) = try await dependencies.pool.withConnection { connection in
            let all = try await connection.nearest(search, now: now)
            var found = try NearestERs(all.map(\.moment), limit: search.limit) { try all[$0].whole() }
            found.closed = try await connection.lookingAhead(found.closed, now: now)
            return (all, found)
        }
        let caching = Caching(dependencies.settings)
        let until = all.compactMap(\.moment.until).min()
        let view = NearestView(
            found, asOf: now, freshUntil: Date(epochSeconds: caching.freshUntil(until, now: now.epochSeconds)),
            directions: dependencies.settings.directions)
        var fingerprint = Fingerprint()
        for er in found.all { fingerprint.add(er) }
        // Weak: it does not cover asOf.
        let tag = "W/\"\(fingerprint.text)\""
        return .json(view).tagged(tag, cache: caching.personal(until: until, now: now.epochSeconds))
    }

    private func read(_ request: Request) throws -> NearestSearch {
        var checks = Checks()
        let latitude = try request.query.number("lat", in: Position.latitudes)
        let longitude = try request.query.number("lon", in: Position.longitudes)
        if latitude == nil { checks.fail("lat", "is required: degrees north, from -90 to 90") }
        if longitude == nil { checks.fail("lon", "is required: degrees east, from -180 to 180") }
        try checks.done()
        let limit = try request.query.int("limit", in: 1...50) ?? 10
        let kilometres = try request.query.int("withinKm", in: 1...20_000) ?? dependencies.settings.searchKilometres
        return NearestSearch(
            position: Position(latitude: latitude ?? 0, longitude: longitude ?? 0), limit: limit,
            nearest: max(dependencies.settings.searchNearest, 2 * limit), kilometres: Double(kilometres))
    }
}
