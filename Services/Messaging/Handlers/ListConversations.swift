import CareModels
import HTTP

/// `GET /conversations`: those that the caller takes part in, latest change first; with `left` those that they left, latest leaving first.
struct ListConversations: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        var checks = Checks()
        let areLeft = try checks.read(request.query.bool("left")) ?? false
        let isUnclear = checks.isFaulty("left")
        let asked = try checks.read(request.page(areLeft ? "left" : nil, isUnclear: isUnclear))
        let page = try checks.done(asked)
        let after = try TimeCursor<Conversation>(page)
        let found = try await dependencies.pool.reading(request) { connection in
            let records =
                areLeft
                ? try await connection.leftConversations(by: user, after: after, limit: page.limit + 1)
                : try await connection.conversations(of: user, after: after, limit: page.limit + 1)
            return try await connection.opened(records, with: dependencies.keys)
        }
        let shown = page.page(found) { TimeCursor($0.record.updatedAt, $0.record.id).fields }
        let now = dependencies.moment()
        let language = request.language
        let items = shown.items.map { ConversationView($0, for: user, now: now, in: language) }
        return try .json(Page(items: items, nextCursor: shown.nextCursor)).written(in: language)
    }
}
