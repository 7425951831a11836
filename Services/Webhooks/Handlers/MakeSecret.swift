import CareModels
import Foundation
import HTTP
import Outbox

/// `POST /webhooks/:id/secrets`: a new one, shown in this answer alone. Both sign for `overlapHours`.
struct MakeSecret: Sendable {
    static let mostHours = 168

    let dependencies: Dependencies

    private struct Body: Decodable {
        var overlapHours: Int?
    }

    func handle(_ request: Request) async throws -> Response {
        let id: WebhookID = try request.id("id")
        let body: Body = try request.decode()
        let hours = body.overlapHours ?? 24
        guard (0...Self.mostHours).contains(hours) else { throw Faults("overlapHours", "must be from 0 to \(limit: Self.mostHours)") }
        let rotate = RotateSecret(seals: dependencies.seals, now: dependencies.moment, newID: dependencies.newID)
        let client = request.identity.clientID
        return try await dependencies.pool.idempotent(request) { tx in
            let (secret, until) = try await rotate(id, overlap: TimeInterval(hours) * 3600, by: client, tx)
            return .json(SecretView(secret: secret, previousUntil: until), status: .created)
        }
    }
}
