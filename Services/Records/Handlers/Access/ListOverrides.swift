import CareModels
import HTTP

/// `GET /records/break-glass`: for reviewers, who read records without consent, and why; the latest first.
struct ListOverrides: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let wanted = try request.page(default: 50, most: 200)
        let place = try TimeCursor<RecordOverride>(wanted)
        let rows = try await dependencies.pool.withConnection { connection in
            try await connection.overrides(after: place, limit: wanted.limit + 1, dependencies.keys)
        }
        let page = wanted.page(rows) { TimeCursor<RecordOverride>($0.beganAt, $0.id).fields }
        return try .json(Page(items: page.items.map(OverrideView.init), nextCursor: page.nextCursor))
    }
}
