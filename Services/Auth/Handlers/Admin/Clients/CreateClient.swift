import CareModels
import HTTP
import Outbox

/// `POST /admin/clients`. The answer alone shows the secret, and shows it again to the same `Idempotency-Key`, by which it is sealed.
struct CreateClient: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        let draft: ClientDraft = try request.decode()
        let secret = draft.wantsSecret ? Base64URL.encode(Secret.random()) : nil
        let client = try draft.client(secret: secret)
        let (add, origin) = (AddClient(now: dependencies.now), dependencies.actorOrigin(of: request))
        return try await dependencies.pool.idempotent(request) { tx in
            let record = try await add(client, from: origin, tx)
            return try .json(
                ClientView(record, secret: secret), status: .created, version: record.revision,
                headers: ["Cache-Control": "no-store", "Location": "/admin/clients/\(client.id)"])
        }
    }
}
