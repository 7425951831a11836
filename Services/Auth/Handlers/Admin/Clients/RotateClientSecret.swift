import CareModels
import Foundation
import HTTP
import Outbox

/// `POST /admin/clients/:clientId/secret`: another secret, which the answer alone shows. Whoever asks again since the answer was lost hears the same with the
/// same `Idempotency-Key`, and without one pushes out no secret that the client has: `If-Match` names another version by then.
struct RotateClientSecret: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var formerSecretUntil: Date?
    }

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        let (id, expected) = (try request.parameter("clientId"), try request.requiredIfMatch())
        let body: Body = try request.decode()
        let secret = Base64URL.encode(Secret.random())
        let (replace, origin) = (ReplaceClientSecret(now: dependencies.now), dependencies.actorOrigin(of: request))
        let response = try await dependencies.pool.idempotent(request) { tx in
            let record = try await replace(id, to: Secret.hash(secret), formerUntil: body.formerSecretUntil, expectedRevision: expected, from: origin, tx)
            return try .json(ClientView(record, secret: secret), version: record.revision, headers: ["Cache-Control": "no-store"])
        }
        try await dependencies.clientHasChanged(id)
        return response
    }
}
