import CareModels
import HTTP

/// `DELETE /app-data/:id`. Its history stays.
struct DeleteAppData: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try await request.owner(dependencies))
        let id = try AppData.id(request)
        let precondition = try request.precondition(.strong)
        let delete = DeleteRecord(writing: dependencies.writing)
        _ = try await dependencies.inTurn(of: place.owner) {
            try await dependencies.pool.transaction { tx in try await delete(.id(id), in: place, if: precondition, tx) }
        }
        return .noContent
    }
}
