import CareModels
import HTTP
import Outbox

/// `PUT /conversations/:id/typing`: the caller types; the others who are connected see it for 20 s, or until a message comes.
struct SetTyping: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        try await dependencies.pool.transaction { tx in
            guard let participation = try await tx.lockParticipation(of: user, in: id) else { throw Problem.notFound("conversation") }
            let now = dependencies.now()
            guard Typing.isNews(after: participation.typingAt, now: now) else { return }
            let version = try await tx.setTyping(participation, at: now)
            try await tx.emit(
                FeedTyping(
                    participationId: participation.id, version: version, conversationId: id, userId: user,
                    recipientIds: participation.participantIds.filter { $0 != user }, typingAt: now))
        }
        return .noContent
    }
}
