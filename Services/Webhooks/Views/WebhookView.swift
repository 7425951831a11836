import CareModels
import JSON

/// A webhook as its client sees it; right after it was made, with its secret.
struct WebhookView: JSONWritable, Sendable {
    private let webhook: Webhook
    private let secret: String?

    init(_ webhook: Webhook, secret: SigningSecret? = nil) {
        self.webhook = webhook
        self.secret = secret?.text
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("createdAt", webhook.createdAt)
            $0.member("deliveredAt", webhook.deliveredAt)
            $0.member("description", webhook.description)
            $0.member("firstFailedAt", webhook.failingSince)
            $0.member("id", webhook.id.description)
            $0.member("reason", webhook.reason?.rawValue)
            $0.member("secret", secret)
            // The former name of what follows.
            $0.member("state", webhook.state.rawValue)
            $0.member("status", webhook.state.rawValue)
            $0.list("types", webhook.types) { type, json in json.value(type) }
            $0.member("updatedAt", webhook.updatedAt)
            $0.member("url", webhook.url)
            $0.member("version", webhook.version)
        }
    }
}
