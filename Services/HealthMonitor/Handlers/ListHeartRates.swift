import CareModels
import Foundation
import HTTP

/// `GET /health/heart-rates?from=&to=&limit=&after=`: the caller's own, newest first.
struct ListHeartRates: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        var checks = Checks()
        let asked = try checks.read(request.page())
        let (from, to) = (try checks.read(request.query.instant("from")), try checks.read(request.query.instant("to")))
        let page = try checks.done(asked)
        let after = try page.instant(at: 0)
        let stored = try await dependencies.pool.reading(request) { connection -> [StoredHeartRate] in
            guard let monitor = try await connection.monitor(of: person, dependencies.keys) else { return [] }
            return try await connection.storedHeartRates(of: monitor, from: from, to: to, after: after, limit: page.limit + 1)
        }
        return try .json(page.page(stored.map(HeartRateView.init)) { [RFC3339.format($0.at)] })
    }
}
