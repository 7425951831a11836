import CareModels
import HTTP

/// `POST /admin/clients`. The answer alone shows the secret.
struct CreateClient: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        let draft: ClientDraft = try request.decode()
        let secret = draft.wantsSecret ? Base64URL.encode(Secret.random()) : nil
        let client = try draft.client(secret: secret)
        let (add, origin) = (AddClient(now: dependencies.now), dependencies.actorOrigin(of: request))
        let record = try await dependencies.pool.transaction { tx in try await add(client, from: origin, tx) }
        return try .json(
            ClientView(record, secret: secret), status: .created, version: record.revision,
            headers: ["Cache-Control": "no-store", "Location": "/admin/clients/\(client.id)"])
    }
}
