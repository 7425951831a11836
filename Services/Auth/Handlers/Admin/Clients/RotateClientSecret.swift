import CareModels
import Foundation
import HTTP

/// `POST /admin/clients/:clientId/secret`: another secret, which the answer alone shows. With `If-Match`, whoever asks again since the answer was lost does not
/// push out the secret that the client has.
struct RotateClientSecret: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var formerSecretUntil: Date?
    }

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        let (id, expected) = (try request.parameter("clientId"), try request.ifMatch())
        let body: Body = try request.decode()
        let secret = Base64URL.encode(Secret.random())
        let (replace, origin) = (ReplaceClientSecret(now: dependencies.now), dependencies.actorOrigin(of: request))
        let record = try await dependencies.pool.transaction { tx in
            try await replace(id, to: Secret.hash(secret), formerUntil: body.formerSecretUntil, expectedRevision: expected, from: origin, tx)
        }
        try await dependencies.clientHasChanged(id)
        return try .json(ClientView(record, secret: secret), version: record.revision, headers: ["Cache-Control": "no-store"])
    }
}
