import CareModels
import HTTP

/// `PATCH /ers/:id`: a JSON merge patch. If-Match is required.
struct ChangeER: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let expected = try request.requiredIfMatch()
        let draft: ERDraft = try request.decode()
        let amend = AmendER(change: Change(request, dependencies))
        let amended = try await dependencies.pool.transaction { tx in try await amend(id, draft, expectedVersion: expected, tx) }
        return .json(ERView(amended, directions: dependencies.settings.directions), version: amended.version)
    }
}
