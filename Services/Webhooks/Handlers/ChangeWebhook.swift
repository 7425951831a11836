import CareModels
import HTTP

/// `PATCH /webhooks/:id`: changes it, pauses it (`status: paused`) and resumes it (`status: active`).
struct ChangeWebhook: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var url: Patched<String>
        var types: Patched<[String]>
        var description: Patched<String>
        var status: Patched<String>
        /// The former name of `status`.
        var state: Patched<String>
    }

    func handle(_ request: Request) async throws -> Response {
        let id: WebhookID = try request.id("id")
        let expected = try request.ifMatch()
        let body: Body = try request.decode()
        let change = try WebhookChange(
            url: body.url, types: body.types, description: body.description, status: body.status, state: body.state, within: dependencies.reach)
        let alter = AlterWebhook(now: dependencies.moment)
        let client = request.identity.clientID
        let changed = try await dependencies.pool.transaction { tx in try await alter(id, change, by: client, expectedVersion: expected, tx) }
        dependencies.wake.raise()
        return .json(WebhookView(changed), version: changed.version)
    }
}
