import CareModels
import HTTP

/// `PATCH /webhooks/:id`: changes it, pauses it (`state: paused`) and resumes it (`state: active`).
struct ChangeWebhook: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var url: Patched<String>
        var types: Patched<[String]>
        var description: Patched<String>
        var state: Patched<String>
    }

    func handle(_ request: Request) async throws -> Response {
        let id: WebhookID = try request.id("id")
        let expected = try request.ifMatch()
        let change = try change(request.decode())
        let alter = AlterWebhook(now: dependencies.moment)
        let client = request.identity.clientID
        let changed = try await dependencies.pool.transaction { tx in try await alter(id, change, by: client, expectedVersion: expected, tx) }
        dependencies.wake.raise()
        return .json(WebhookView(changed), version: changed.version)
    }

    private func change(_ body: Body) throws -> WebhookChange {
        var checks = Checks()
        let url = checks.kept(body.url, "url").flatMap { WebhookDraft.url($0, within: dependencies.reach, &checks) }
        let types = checks.kept(body.types, "types").flatMap { WebhookDraft.types($0, &checks) }
        var description = body.description
        if case .set(let text) = description { description = Patched(checks.text(text, "description", most: Webhook.longestDescription)) }
        let state = checks.kept(body.state, "state").flatMap { word -> Webhook.State? in
            let state = Webhook.State(rawValue: word)
            checks.check(state == .active || state == .paused, "state", "must be active or paused")
            return state
        }
        try checks.done()
        return WebhookChange(url: url, types: types, description: description, state: state)
    }
}
