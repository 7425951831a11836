import CareModels

extension MessageSent {
    init(_ item: ItemRecord, _ kind: MessageKind) {
        self.init(
            messageId: item.id, version: 1, conversationId: item.conversationId, sequence: item.sequence, kind: kind, authorId: item.authorId,
            sentAt: item.createdAt)
    }
}
