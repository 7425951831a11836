import CareModels
import HTTP

/// `DELETE /conversations/:id/participants/:userId`: a participant leaves. Again: nothing more happens.
struct LeaveConversation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let leaver: UserID = try request.id("userId")
        guard leaver == user else { throw Refusal.notThemselves }
        try await dependencies.pool.transaction { tx in
            dependencies.tell(try await Leave(now: dependencies.moment, newID: dependencies.newID)(id, by: user, tx), after: tx)
        }
        return .noContent
    }
}
