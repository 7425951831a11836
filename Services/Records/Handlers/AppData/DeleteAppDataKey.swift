import CareModels
import HTTP

/// `DELETE /app-data/keys/:id`: nothing new is sealed to it any more.
struct DeleteAppDataKey: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let owner = try await request.owner(dependencies)
        let id: AppDataKeyID = try request.id("id")
        let retire = RetireAppDataKey(keys: dependencies.keys, now: dependencies.moment)
        try await dependencies.pool.transaction { tx in try await retire(id, of: owner, tx) }
        return .noContent
    }
}
