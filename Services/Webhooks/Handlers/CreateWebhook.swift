import CareModels
import HTTP
import Outbox

/// `POST /webhooks`. The answer alone shows the secret.
struct CreateWebhook: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var url: String?
        var types: [String]?
        var description: String?
    }

    func handle(_ request: Request) async throws -> Response {
        let body: Body = try request.decode()
        let draft = try WebhookDraft(url: body.url, types: body.types, description: body.description, within: dependencies.reach)
        let subscribe = Subscribe(seals: dependencies.seals, now: dependencies.moment, newID: dependencies.newID)
        let client = request.identity.clientID
        return try await dependencies.pool.idempotent(request) { tx in
            let (webhook, secret) = try await subscribe(draft, by: client, tx)
            return .json(
                WebhookView(webhook, secret: secret), status: .created, version: webhook.version, headers: ["location": "/webhooks/\(webhook.id)"])
        }
    }
}
