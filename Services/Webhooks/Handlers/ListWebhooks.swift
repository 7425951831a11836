import CareModels
import HTTP

/// `GET /webhooks?limit=&after=`: the caller's own, the latest first.
struct ListWebhooks: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let page = try request.page()
        let after = try TimeCursor<WebhookKind>(page)
        let client = request.identity.clientID
        let webhooks = try await dependencies.pool.reading(request) { try await $0.webhooks(of: client, after: after, limit: page.limit + 1) }
        let found = page.page(webhooks) { TimeCursor($0.createdAt, $0.id).fields }
        return .json(Page(items: found.items.map { WebhookView($0) }, nextCursor: found.nextCursor))
    }
}
