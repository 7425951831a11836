import CareModels
import Foundation
import HTTP

/// `GET /records/access-log`: who used the caller's record, when, as whom, why; the newest first.
struct ListAccesses: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let owner = try await request.owner(dependencies)
        let wanted = try request.page(default: 50, most: 200)
        let place = try wanted.text(at: 0).map { text in
            guard let place = NotedID(text) else { throw PageRequest.fault }
            return place
        }
        let range = TimeRange(from: try request.query.instant("from"), until: try request.query.instant("to"))
        let found = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection in
            try await connection.notedAccesses(of: owner, in: range, after: place, limit: wanted.limit, key)
        }
        let page = found ?? AccessPage(events: [], hasMore: false)
        let cursor = page.hasMore ? page.events.last.flatMap { wanted.cursor([$0.id.description]) } : nil
        return try .json(Page(items: page.events.map(AccessLogView.init), nextCursor: cursor))
    }
}
