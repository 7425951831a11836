import CareModels
import HTTP

/// `GET /admin/clients/:clientId`
struct GetClient: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        let id = try request.parameter("clientId")
        guard let record = try await dependencies.pool.withConnection({ try await $0.clientRecord(id) }) else { throw Refusal.noSuchClient }
        try await dependencies.note(.clientsRead, from: dependencies.actorOrigin(of: request))
        return try .json(ClientView(record), version: record.revision, headers: ["Cache-Control": "no-store"])
    }
}
