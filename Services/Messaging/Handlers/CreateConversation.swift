import CareModels
import HTTP
import Outbox

/// `POST /conversations`: begins one, mostly with its first message. The same `clientId` again returns the first result.
struct CreateConversation: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var title: String?
        var participantIds: [UserID]?
        var initialMessage: MessageBody?
    }

    func handle(_ request: Request) async throws -> Response {
        let starter = try request.identity.user()
        let role = request.identity.role
        let wish = try wish(request.decode(Body.self), starter)
        do {
            return try await begin(wish, by: starter, role, request)
        } catch Refusal.clientIDReused {
            // Two of the same at once: this one has lost, and finds what the other made.
            return try await begin(wish, by: starter, role, request)
        }
    }

    private func begin(_ wish: ConversationWish, by starter: UserID, _ role: Role, _ request: Request) async throws -> Response {
        let begin = BeginConversation(keys: dependencies.keys, quota: dependencies.settings.storage, now: dependencies.moment, newID: dependencies.newID)
        return try await dependencies.charging(starter) {
            try await dependencies.pool.idempotent(request) { tx in
                let (begun, isNew) = try await begin(wish, by: starter, role, tx)
                dependencies.tell(begun.news, after: tx)
                let location = "/conversations/\(begun.conversation.record.id)"
                return try .conversation(
                    begun.conversation, for: starter, now: dependencies.moment(), in: request.language, status: isNew ? .created : .ok,
                    headers: ["Location": location])
            }
        }
    }

    private func wish(_ body: Body, _ starter: UserID) throws -> ConversationWish {
        var checks = Checks()
        let title = checks.name(body.title, "title", most: 200)
        let message = body.initialMessage.flatMap { $0.checked(&checks, prefix: "initialMessage.") }
        checks.check(body.initialMessage?.replyToId == nil, "initialMessage.replyToId", "has nothing to reply to")
        let others = Set(body.participantIds ?? []).subtracting([starter])
        checks.check(body.participantIds != nil, "participantIds", "is required")
        checks.check((body.participantIds?.count ?? 0) <= 100, "participantIds", "has at most \(limit: ConversationRule.mostParticipants) users")
        try checks.done()
        return ConversationWish(title: title, others: others.sorted(), message: message)
    }
}
