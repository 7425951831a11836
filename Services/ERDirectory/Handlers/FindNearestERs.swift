import CareModels
import Foundation
import HTTP
import JSON
import Postgres

/// `GET /ers/nearest?lat=&lon=&limit=&withinKm=`: the nearest open one, other open ones, and those that may be closed.
///
/// The nearest ones are looked at whatever their hours. When fewer than `limit` of them are open, open ones are looked for farther away, up to
/// `withinKm`, through the index over the hours. So what is possibly closed is among the nearest, and what is open is the nearest open.
struct FindNearestERs: Sendable {
    let dependencies: Dependencies

    private struct Search {
        var position: Position
        var limit: Int
        var kilometres: Double
    }

    private struct Body: JSONWritable, Sendable {
        var asOf: Date
        /// The answer may change from then on.
        var freshUntil: Date
        var nearestOpen: ERView?
        var otherOpen: [ERView]
        var possiblyClosed: [ERView]

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("asOf", asOf)
                $0.member("freshUntil", freshUntil)
                $0.member("nearestOpen", nearestOpen)
                $0.list("otherOpen", otherOpen)
                $0.list("possiblyClosed", possiblyClosed)
            }
        }
    }

    /// Farther rounds stop here: more that may be open and are not, there are not around one place.
    private static let mostRounds = 5

    func handle(_ request: Request) async throws -> Response {
        let search = try read(request)
        let now = dependencies.now()
        let all = try await dependencies.pool.withConnection { try await look(search, now: now, $0) }
        let caching = Caching(dependencies.settings)
        let until = all.compactMap(\.until).min()
        let found = NearestERs(all, limit: search.limit)
        let directions = dependencies.settings.directions
        let body = Body(
            asOf: now, freshUntil: Date(epochSeconds: caching.freshUntil(until, now: now.epochSeconds)),
            nearestOpen: found.nearestOpen.map { ERView($0, directions: directions) },
            otherOpen: found.otherOpen.map { ERView($0, directions: directions) },
            possiblyClosed: found.possiblyClosed.map { ERView($0, directions: directions) })
        var fingerprint = Fingerprint()
        for er in [found.nearestOpen].compactMap({ $0 }) + found.otherOpen + found.possiblyClosed { fingerprint.add(er) }
        // Weak: it does not cover asOf.
        let tag = "W/\"\(fingerprint.text)\""
        return .json(body).tagged(tag, cache: caching.personal(until: until, now: now.epochSeconds))
    }

    private func read(_ request: Request) throws -> Search {
        var validation = Validation()
        let latitude = try request.query.number("lat", in: Position.latitudes)
        let longitude = try request.query.number("lon", in: Position.longitudes)
        if latitude == nil { validation.fail("lat", "is required: degrees north, from -90 to 90") }
        if longitude == nil { validation.fail("lon", "is required: degrees east, from -180 to 180") }
        try validation.done()
        let limit = try request.query.int("limit", in: 1...50) ?? 10
        let kilometres = try request.query.int("withinKm", in: 1...20_000) ?? dependencies.settings.searchKilometres
        return Search(position: Position(latitude: latitude ?? 0, longitude: longitude ?? 0), limit: limit, kilometres: Double(kilometres))
    }

    private func look(_ search: Search, now: Date, _ connection: PostgresConnection) async throws -> [EvaluatedER] {
        let most = max(dependencies.settings.searchNearest, 2 * search.limit)
        let near = ERSelection.nearest(to: search.position, limit: most)
        var found = try await connection.evaluated(near, now: now, from: search.position)
        guard found.count == most else { return found }
        var asked = 2 * search.limit
        for _ in 0..<Self.mostRounds where found.count(where: { $0.status == .open }) < search.limit {
            let open = ERSelection.possiblyOpen(near: search.position, within: search.kilometres, now: now, limit: asked)
            let farther = try await connection.evaluated(open, now: now, from: search.position)
            let known = Set(found.map(\.record.id))
            found += farther.filter { !known.contains($0.record.id) }
            if farther.count < asked { break }
            asked *= 4
        }
        return found
    }
}
