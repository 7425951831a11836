import CareModels
import Foundation
import Postgres
import Sealing

/// Puts a message into its locked conversation: what sending one and beginning a conversation with one have in common. Its entries in feeds and its
/// event are the caller's: `Publish` follows.
struct Post: Sendable {
    let keys: PersonKeys
    /// The author's, of files and messages.
    let quota: Int
    let newID: @Sendable () -> UUID

    enum Outcome: Sendable {
        case sent(OpenedItem)
        case sentBefore(OpenedItem)
    }

    /// What was sent comes back as it was given, without a look at what it was sealed to.
    func callAsFunction(
        _ message: CheckedMessage, by author: UserID, in conversation: LockedConversation, now: Date, _ tx: Transaction
    ) async throws -> Outcome {
        let owner = conversation.keyOwner(author: author)
        let sentBefore = SentBefore(keys: keys)
        if message.content.media != nil, let earlier = try await sentBefore(message, by: author, in: conversation, tx) { return .sentBefore(earlier) }
        let id = MessageID(newID())
        let key = try await keys.forStatement(owner, tx)
        if let replyToId = message.replyToId { try await checkReply(replyToId, by: author, conversation, tx) }
        let sealed = try key.seal(json: message.content, at: ItemRecord.place(id))
        let item = ItemRecord(
            id: id, conversationId: conversation.id, sequence: conversation.itemSequence + 1, kind: ItemKind(message.kind), authorId: author,
            clientId: message.clientId, replyToId: message.replyToId, content: Sealed(bytes: sealed, of: owner), createdAt: now)
        guard try await tx.insert(item) else {
            _ = try await keys.forWriting(owner, tx)
            guard let earlier = try await sentBefore(message, by: author, in: conversation, tx) else { throw Refusal.clientIDReused }
            return .sentBefore(earlier)
        }
        var sent = OpenedItem(record: item, content: message.content)
        if let media = message.content.media { sent.file = try await ClaimFiles(keys: keys)(media, message.kind, for: item, by: author, key, tx) }
        try await tx.charge(author, for: Sealed(bytes: sealed, of: owner), quota: quota)
        return .sent(sent)
    }

    private func checkReply(_ id: MessageID, by author: UserID, _ conversation: LockedConversation, _ tx: Transaction) async throws {
        guard let item = try await tx.item(id, in: conversation.id), item.kind != .activity,
            try await tx.history(of: author, in: conversation.id).holds(item.sequence)
        else { throw Refusal.nothingToReplyTo }
    }
}
