import CareModels
import HTTP

/// `GET /ers?bbox=&limit=&after=`: the emergency rooms of a part of the map, or all, by id.
struct ListERs: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        var checks = Checks()
        let asked = try checks.read(request.page())
        let box = try checks.read(request.query["bbox"].map { try BoundingBox($0) })
        let page = try checks.done(asked)
        let after: ERID? = try page.id(at: 0)
        let now = dependencies.now()
        let evaluated = try await dependencies.pool.reading(request) { connection in
            let evaluated = try await connection.evaluated(in: box, after: after, limit: page.limit + 1, now: now)
            return try await connection.lookingAhead(evaluated, now: now)
        }
        let language = request.language
        let directions = dependencies.settings.directions
        let found = page.page(evaluated) { [$0.record.id.description] }
        let listed = Page(items: found.items.map { ERView($0, directions: directions, in: language) }, nextCursor: found.nextCursor)
        var fingerprint = Fingerprint(in: language)
        for er in evaluated { fingerprint.add(er) }
        let until = evaluated.compactMap(\.until).min()
        let cache = Caching(dependencies.settings).shared(until: until, now: now.epochSeconds)
        return .json(listed).written(in: language).tagged("\"\(fingerprint.text)\"", cache: cache)
    }
}
