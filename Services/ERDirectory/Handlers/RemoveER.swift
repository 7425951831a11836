import CareModels
import HTTP

/// `DELETE /ers/:id`: it leaves the directory, its hours with it; an import does not bring it back. If-Match is required.
struct RemoveER: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let expected = try request.requiredIfMatch()
        let takeOut = TakeOutER(change: Change(request, dependencies))
        try await dependencies.pool.transaction { tx in try await takeOut(id, expectedVersion: expected, tx) }
        return .noContent
    }
}
