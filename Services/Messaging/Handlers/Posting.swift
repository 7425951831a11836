import CareModels
import Foundation
import HTTP
import Postgres
import Sealing

/// What sending a message and beginning a conversation with one have in common.
struct Posting: Sendable {
    let dependencies: Dependencies

    /// A message that was put into its conversation, or that had been before.
    enum Outcome: Sendable {
        case sent(ItemRecord)
        case sentBefore(ItemRecord)
    }

    /// Puts the message into its locked conversation. Takes a new feed entry and an event of the caller's: `publish` follows.
    func post(_ message: CheckedMessage, by author: UserID, in conversation: LockedConversation, now: Date, _ tx: Transaction) async throws -> Outcome {
        let owner = conversation.keyOwner(author: author)
        if message.content.media != nil, let earlier = try await tx.item(of: author, clientId: message.clientId) {
            return .sentBefore(try await same(earlier, message, conversation, tx))
        }
        let id = MessageID(dependencies.newID())
        // When it is in memory, the insertion itself checks that its owner lives.
        let key = if let cached = dependencies.keys.cached(owner) { cached } else { try await dependencies.keys.forWriting(owner, tx) }
        if let replyTo = message.replyTo { try await checkReply(replyTo, conversation, tx) }
        let sealed = try key.seal(json: message.content, at: ItemRecord.place(id))
        let item = ItemRecord(
            id: id, conversationId: conversation.id, sequence: conversation.itemSequence + 1, kind: ItemKind(message.kind), authorId: author,
            clientId: message.clientId, replyTo: message.replyTo, content: Sealed(bytes: sealed, of: owner), createdAt: now)
        guard try await tx.insert(item) else {
            _ = try await dependencies.keys.forWriting(owner, tx)
            guard let earlier = try await tx.item(of: author, clientId: message.clientId) else { throw ClientIDReused() }
            return .sentBefore(try await same(earlier, message, conversation, tx))
        }
        if let media = message.content.media { try await claim(media, message.kind, by: author, item, key, tx) }
        return .sent(item)
    }

    static func event(of item: ItemRecord) -> MessageSent? {
        item.kind.messageKind.map { kind in
            MessageSent(
                messageId: item.id, version: 1, conversationId: item.conversationId, sequence: item.sequence, kind: kind, authorId: item.authorId,
                sentAt: item.createdAt)
        }
    }

    private func checkReply(_ id: MessageID, _ conversation: LockedConversation, _ tx: Transaction) async throws {
        guard let item = try await tx.item(id, in: conversation.id), item.kind != .activity else {
            throw Problem.invalid([.init("replyTo", "is no message of this conversation")])
        }
    }

    /// A retry repeats its message; a tombstone's words are gone, so any retry is taken for one.
    func same(
        _ earlier: ItemRecord, _ message: CheckedMessage, _ conversation: LockedConversation, _ tx: Transaction
    ) async throws -> ItemRecord {
        guard earlier.conversationId == conversation.id, earlier.replyTo == message.replyTo else { throw ClientIDReused() }
        if let content = try await dependencies.itemReader.content(of: earlier, tx), content != message.content { throw ClientIDReused() }
        return earlier
    }

    /// The files become the message's: their keys are sealed anew under the conversation's key.
    private func claim(
        _ media: MessageContent.Media, _ kind: MessageKind, by author: UserID, _ item: ItemRecord, _ key: PersonKey, _ tx: Transaction
    ) async throws {
        var wanted: [(id: AttachmentID, kind: MessageKind, field: String)] = [(media.attachmentId, kind, "content.\(kind.rawValue).attachmentId")]
        if let thumbnail = media.thumbnailAttachmentId { wanted.append((thumbnail, .image, "content.\(kind.rawValue).thumbnailAttachmentId")) }
        let files = try await tx.lockAttachments(wanted.map(\.id))
        for (id, kind, field) in wanted {
            guard let file = files.first(where: { $0.id == id }), file.ownerId == author, file.isReady, file.kind == kind, file.itemId == nil else {
                throw Problem.attachmentNotUsable(field)
            }
            let place = AttachmentRecord.keyPlace(id)
            guard let contentKey = try await dependencies.itemReader.open(file.contentKey, at: place, tx) else { throw Problem.attachmentNotUsable(field) }
            let sealed = Sealed(bytes: try key.seal(contentKey, at: place), of: key.person)
            try await tx.claim(id, contentKey: sealed, item: item.id, conversation: item.conversationId)
        }
    }
}
