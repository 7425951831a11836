import CareModels
import HTTP

/// `GET /conversations`: the caller's own, latest change first.
struct ListConversations: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let page = try request.page()
        return try await dependencies.pool.withConnection { connection in
            let records = try await connection.conversations(of: user, page)
            let views = try await dependencies.conversationReader.views(records, for: user, connection)
            return try .json(page.page(views) { [RFC3339.format($0.updatedAt), $0.id.description] })
        }
    }
}
