import CareModels
import Postgres
import Sealing

/// A conversation with all that one of its participants sees of it.
struct OpenedConversation: Sendable {
    var record: ConversationRecord
    var title: String?
    var participants: [ParticipantRecord]
    /// Those who are proposed.
    var invited: [ParticipantRecord]
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
            var people = participants[record.id] ?? []
            if let left = record.left { people = people.compactMap { $0.known(upTo: left.sequence) } }
            var conversation = OpenedConversation(
                record: record, participants: people.filter { $0.invitedBy == nil }, invited: people.filter { $0.invitedBy != nil },
                last: lastByConversation[record.id])
            if let sealed = record.title, let bytes = try await keys.open(sealed, at: ConversationRecord.titlePlace(record.id), self) {
                conversation.title = String(decoding: bytes, as: UTF8.self)
            }
            opened.append(conversation)
        }
        return opened
    }

    /// As it was when they left, when they did; nil when they never took part in it.
    func openedConversation(_ id: ConversationID, for reader: UserID, with keys: PersonKeys) async throws -> OpenedConversation? {
        var record = try await conversations([id], for: reader).first
        if record == nil { record = try await leftConversation(id, by: reader) }
        guard let record else { return nil }
        return try await opened([record], with: keys).first
    }
}
