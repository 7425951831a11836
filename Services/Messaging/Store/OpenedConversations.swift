import CareModels
import Postgres
import Sealing

/// A conversation with all that one of its participants sees of it.
struct OpenedConversation: Sendable {
    var record: ConversationRecord
    var title: String?
    var participants: [ParticipantRecord]
    var last: OpenedItem?
}

extension PostgresRunner {
    /// In the order of `records`.
    func opened(_ records: [ConversationRecord], with keys: PersonKeys) async throws -> [OpenedConversation] {
        if records.isEmpty { return [] }
        let participants = try await participants(of: records.map(\.id))
        let lasts = try await opened(items(records.compactMap(\.lastItemID)), with: keys)
        let lastByConversation = Dictionary(lasts.map { ($0.record.conversationId, $0) }, uniquingKeysWith: { first, _ in first })
        var opened: [OpenedConversation] = []
        for record in records {
            var conversation = OpenedConversation(
                record: record, participants: participants[record.id] ?? [], last: lastByConversation[record.id])
            if let sealed = record.title, let bytes = try await keys.open(sealed, at: ConversationRecord.titlePlace(record.id), self) {
                conversation.title = String(decoding: bytes, as: UTF8.self)
            }
            opened.append(conversation)
        }
        return opened
    }

    /// Nil when they take no part in it.
    func openedConversation(_ id: ConversationID, for reader: UserID, with keys: PersonKeys) async throws -> OpenedConversation? {
        try await opened(conversations([id], for: reader), with: keys).first
    }
}
