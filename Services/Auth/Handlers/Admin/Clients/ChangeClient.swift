import CareModels
import HTTP

/// `PATCH /admin/clients/:clientId`: several admins do, and none overwrites unseen what another has written.
struct ChangeClient: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        let (id, expected) = (try request.parameter("clientId"), try request.requiredIfMatch())
        let change: ClientChange = try request.decode()
        let (alter, origin) = (AlterClient(now: dependencies.now), dependencies.actorOrigin(of: request))
        let record = try await dependencies.pool.transaction { tx in try await alter(id, change, expectedRevision: expected, from: origin, tx) }
        try await dependencies.clientHasChanged(id)
        return try .json(ClientView(record), version: record.revision, headers: ["Cache-Control": "no-store"])
    }
}
