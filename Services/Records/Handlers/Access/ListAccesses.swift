import CareModels
import Foundation
import HTTP

/// `GET /records/access-log`: who used the caller's record, when, as whom, why; the newest first.
struct ListAccesses: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let owner = try await request.owner(dependencies)
        var checks = Checks()
        let asked = try checks.read(request.page(default: 50, most: 200))
        let range = TimeRange(from: try checks.read(request.query.instant("from")), until: try checks.read(request.query.instant("to")))
        let wanted = try checks.done(asked)
        let place = try wanted.text(at: 0).map { text in
            guard let place = NotedID(text) else { throw PageRequest.fault }
            return place
        }
        let found = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection in
            try await connection.notedAccesses(of: owner, in: range, after: place, limit: wanted.limit, key)
        }
        let page = found ?? AccessPage(events: [], hasMore: false)
        let cursor = page.hasMore ? page.events.last.flatMap { wanted.cursor([$0.id.description]) } : nil
        return try .json(Page(items: page.events.map(AccessLogView.init), nextCursor: cursor))
    }
}
