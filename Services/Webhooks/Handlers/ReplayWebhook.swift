import CareModels
import Foundation
import HTTP
import Outbox

/// `POST /webhooks/:id/replays`: what is kept since an instant is sent again.
struct ReplayWebhook: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var from: Date?
    }

    func handle(_ request: Request) async throws -> Response {
        let id: WebhookID = try request.id("id")
        let body: Body = try request.decode()
        guard let from = body.from?.wholeMilliseconds else { throw Faults("from", "is required") }
        let replay = ReplayEvents(mostWaiting: dependencies.settings.mostWaiting, now: dependencies.now)
        let client = request.identity.clientID
        let response = try await dependencies.pool.idempotent(request) { tx in
            .json(ReplayView(from: from, queued: try await replay(id, since: from, by: client, tx)), status: .created)
        }
        dependencies.wake.raise()
        return response
    }
}
