import CareModels
import HTTP

/// `DELETE /blocks/:userId`: they may write to the caller again.
struct RemoveBlock: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let owner = try request.identity.user()
        let person: UserID = try request.id("userId")
        try await dependencies.pool.transaction { tx in try await Unblock()(person, by: owner, tx) }
        return .noContent
    }
}
