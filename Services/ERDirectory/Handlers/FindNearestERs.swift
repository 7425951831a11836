import CareModels
import Foundation
import HTTP

/// `GET /ers/nearest?latitude=&longitude=&limit=&withinKm=`: the nearest open one, other open ones, those that may be closed, and where open ones are missing
/// closed ones with their next opening.
struct FindNearestERs: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let search = try read(request)
        let now = dependencies.now()
        let (all, found) = try await dependencies.pool.reading(request) { connection in
            let all = try await connection.nearest(search, now: now)
            var found = try NearestERs(all.map(\.moment), limit: search.limit) { try all[$0].whole() }
            found.closed = try await connection.lookingAhead(found.closed, now: now)
            return (all, found)
        }
        let language = request.language
        let caching = Caching(dependencies.settings)
        let until = all.compactMap(\.moment.until).min()
        let view = NearestView(
            found, judgedAt: now, freshUntil: Date(epochSeconds: caching.freshUntil(until, now: now.epochSeconds)),
            directions: dependencies.settings.directions, in: language)
        var fingerprint = Fingerprint(in: language)
        for er in found.all { fingerprint.add(er) }
        // Weak: it does not cover judgedAt.
        let tag = "W/\"\(fingerprint.text)\""
        return .json(view).written(in: language).tagged(tag, cache: caching.personal(until: until, now: now.epochSeconds))
    }

    private func read(_ request: Request) throws -> NearestSearch {
        var checks = Checks()
        let query = request.query
        let latitude = try degrees(query, "latitude", formerly: "lat", in: Position.latitudes, &checks)
        let longitude = try degrees(query, "longitude", formerly: "lon", in: Position.longitudes, &checks)
        if query["latitude"] == nil, query["lat"] == nil { checks.fail("latitude", "is required: degrees north, from -90 to 90") }
        if query["longitude"] == nil, query["lon"] == nil { checks.fail("longitude", "is required: degrees east, from -180 to 180") }
        let limit = try checks.read(query.int("limit", in: 1...50)) ?? 10
        let kilometres = try checks.read(query.int("withinKm", in: 1...20_000)) ?? dependencies.settings.searchKilometres
        try checks.done()
        return NearestSearch(
            position: Position(latitude: latitude ?? 0, longitude: longitude ?? 0), limit: limit,
            nearest: max(dependencies.settings.searchNearest, 2 * limit), kilometres: Double(kilometres))
    }

    /// By its name or, as apps of before ask, its former one; not by both.
    private func degrees(
        _ query: QueryParameters, _ name: String, formerly formerName: String, in range: ClosedRange<Double>, _ checks: inout Checks
    ) throws -> Double? {
        let value = try checks.read(query.number(name, in: range))
        guard let former = try checks.read(query.number(formerName, in: range)) else { return value }
        if query[name] != nil { checks.fail(formerName, "is the former name of \(name): send \(name) alone") }
        return value ?? former
    }
}
