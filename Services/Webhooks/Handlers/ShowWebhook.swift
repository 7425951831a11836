import CareModels
import HTTP

/// `GET /webhooks/:id`.
struct ShowWebhook: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let webhook = try await dependencies.webhook(request)
        return .json(WebhookView(webhook), version: webhook.version)
    }
}

extension Dependencies {
    /// The caller's, that the path names.
    func webhook(_ request: Request) async throws -> Webhook {
        let id: WebhookID = try request.id("id")
        let client = request.identity.clientID
        guard let webhook = try await pool.withConnection({ try await $0.webhook(id, of: client) }) else { throw Refusal.noSuchWebhook }
        return webhook
    }
}
