import CareModels
import Foundation
import HTTP

/// `POST /webhooks/:id/test`: sends an event of its own kind now, and answers what came of it. It waits for nothing and is not in the log.
struct TestWebhook: Sendable {
    static let type = "care.webhooks.ping.v1"

    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let webhook = try await dependencies.webhook(request)
        let (seals, now) = (dependencies.seals, dependencies.moment())
        let secrets = try await dependencies.pool.withConnection { try await $0.signingSecrets(of: webhook.id, now: now, seals) }
        let ping = WebhookEvent(
            id: EventID(dependencies.newID()), type: Self.type, source: "/careline/webhooks", subject: webhook.id.uuid, time: now, data: Array("{}".utf8))
        let (answered, took) = await dependencies.sender.send(ping, to: webhook.url, signedBy: secrets)
        return .json(PingView(answered: answered, milliseconds: Int(took / .milliseconds(1))))
    }
}
