import CareModels
import HTTP

/// `PUT /blocks/:userId`: no more messages from them. Again: nothing more happens.
struct AddBlock: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let owner = try request.identity.user()
        let role = request.identity.role
        let person: UserID = try request.id("userId")
        try await dependencies.pool.transaction { tx in try await Block(now: dependencies.moment)(person, by: owner, role, tx) }
        return .noContent
    }
}
