import CareModels
import Postgres
import Sealing

/// What the author sent under the same id before, when this is a retry of it: one that repeats its conversation and its words. A tombstone's words
/// are gone, so any retry is taken for one.
struct SentBefore: Sendable {
    let keys: PersonKeys

    func callAsFunction(
        _ message: CheckedMessage, by author: UserID, in conversation: LockedConversation, _ tx: Transaction
    ) async throws -> OpenedItem? {
        guard let earlier = try await tx.item(of: author, clientId: message.clientId) else { return nil }
        guard earlier.conversationId == conversation.id, earlier.replyToId == message.replyToId else { throw Refusal.clientIDReused }
        let opened = try await tx.opened([earlier], with: keys)[0]
        if let content = opened.content, content != message.content { throw Refusal.clientIDReused }
        return opened
    }
}
