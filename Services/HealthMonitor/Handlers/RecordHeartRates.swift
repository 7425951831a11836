import CareModels
import HTTP
import Outbox

/// `POST /health/heart-rates`: a batch of the caller's own, with a result for each.
struct RecordHeartRates: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var items: [HeartRateItem]
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let items = try request.decode(Body.self).items
        var checks = Checks()
        checks.check(!items.isEmpty, "items", "must have at least one heart rate")
        checks.check(items.count <= HeartRateBatch.most, "items", "must have at most \(limit: HeartRateBatch.most) heart rates, not \(items.count)")
        try checks.done()
        let take = TakeHeartRates(keys: dependencies.keys, most: dependencies.settings.mostHeartRates, now: dependencies.moment, newID: dependencies.newID)
        return try await dependencies.pool.idempotent(request) { tx in
            try .json(BatchView(try await take(items.map(\.item), of: person, tx), in: request.language)).written(in: request.language)
        }
    }
}
