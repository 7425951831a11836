import CareModels
import HTTP

/// `DELETE /webhooks/:id`: with what waits for it.
struct DeleteWebhook: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: WebhookID = try request.id("id")
        let expected = try request.ifMatch()
        let client = request.identity.clientID
        try await dependencies.pool.transaction { tx in try await Unsubscribe()(id, by: client, expectedVersion: expected, tx) }
        return .noContent
    }
}
