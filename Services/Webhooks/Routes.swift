import CareModels
import HTTP

/// The webhooks' table of contents. For machines alone, by the scope that the operator gives a client; each sees and changes its own.
func routes(_ dependencies: Dependencies) -> [Route] {
    let own = Access.roles(.service).scope("webhooks")
    // Either may make all that waits for a webhook due again, a hundred thousand lanes: until that is committed whoever takes in an event of theirs waits.
    let again = RateLimiter(burst: 2 * Webhook.most, every: .seconds(30))
    let routes: [Route] = [
        .post(
            "/webhooks", own, operation: "createWebhook",
            CreateWebhook(dependencies: dependencies).handle),
        .get(
            "/webhooks", own, query: ["limit", "after"], operation: "listWebhooks",
            ListWebhooks(dependencies: dependencies).handle
        ).fromStandby(),
        .get(
            "/webhooks/:id", own, operation: "getWebhook",
            ShowWebhook(dependencies: dependencies).handle),
        .patch(
            "/webhooks/:id", own, operation: "changeWebhook",
            ChangeWebhook(dependencies: dependencies).handle
        ).limited(by: again) { $0.caller?.clientID },
        .delete(
            "/webhooks/:id", own, operation: "deleteWebhook",
            DeleteWebhook(dependencies: dependencies).handle),
        .post(
            "/webhooks/:id/secrets", own, operation: "rotateWebhookSecret",
            MakeSecret(dependencies: dependencies).handle),
        // Waits for somebody's server, on one of the connections that deliveries have.
        .post(
            "/webhooks/:id/test", own, bodyLimit: 0, operation: "testWebhook",
            TestWebhook(dependencies: dependencies).handle
        ).heavy(),
        .post(
            "/webhooks/:id/replays", own, operation: "replayWebhook",
            ReplayWebhook(dependencies: dependencies).handle
        ).limited(by: again) { $0.caller?.clientID },
        .get(
            "/webhooks/:id/deliveries", own, query: ["limit", "after"], operation: "listWebhookDeliveries",
            ListDeliveries(dependencies: dependencies).handle
        ).fromStandby()
    ]
    return routes.changingInTurn()
}
