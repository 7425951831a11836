import CareModels
import HTTP

/// `DELETE /conversations/:id/invitations/:userId`: the patient says no, or whoever proposed it takes it back.
struct DeclineInvitation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let invited: UserID = try request.id("userId")
        try await dependencies.pool.transaction { tx in
            dependencies.tell(try await Decline(now: dependencies.moment, newID: dependencies.newID)(invited, in: id, by: user, tx), after: tx)
        }
        return .noContent
    }
}
