import CareModels
import HTTP

/// `GET /webhooks/:id/deliveries?limit=&after=`: each attempt, the latest first.
struct ListDeliveries: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let page = try request.page()
        let after = try TimeCursor<AttemptKind>(page)
        let webhook = try await dependencies.webhook(request)
        let attempts = try await dependencies.pool.reading(request) { try await $0.attempts(of: webhook.id, after: after, limit: page.limit + 1) }
        let found = page.page(attempts) { TimeCursor($0.at, $0.id).fields }
        return .json(Page(items: found.items.map { AttemptView($0) }, nextCursor: found.nextCursor))
    }
}
