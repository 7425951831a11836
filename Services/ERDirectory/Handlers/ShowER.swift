import CareModels
import HTTP

/// `GET /ers/:id`. The version before the dot of its ETag is what a change names in If-Match.
struct ShowER: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let now = dependencies.now()
        let evaluated = try await dependencies.pool.withConnection { connection in
            let found = try await connection.evaluated(id, now: now).map { [$0] } ?? []
            return try await connection.lookingAhead(found, now: now).first
        }
        guard let evaluated else { throw Refusal.noSuchER }
        let language = request.language
        var fingerprint = Fingerprint(in: language)
        fingerprint.add(evaluated)
        let cache = Caching(dependencies.settings).shared(until: evaluated.until, now: now.epochSeconds)
        return .json(ERView(evaluated, directions: dependencies.settings.directions, in: language)).written(in: language)
            .tagged("\"\(evaluated.record.version).\(fingerprint.text)\"", cache: cache)
    }
}
