import CareModels
import Foundation
import Postgres
import Sealing

/// A conversation as one of its participants sees it.
struct ConversationView: Encodable, Sendable {
    struct Participant: Encodable, Sendable {
        var userId: UserID
        var role: Role?
        var username: String?
        var fullName: String?
        var avatarUrl: String?
        /// While they type.
        var typingAt: Date?
        /// They have seen everything up to this instant, and to this item.
        var seenUntil: Date?
        var seenSequence: Int
    }

    var id: ConversationID
    var title: String?
    var patientId: UserID?
    var participants: [Participant]
    /// 1000 stands for that many or more.
    var unreadCount: Int
    var lastMessage: ItemView?
    var isLocked: Bool
    /// The last message in one line.
    var preview: String
    var createdAt: Date
    var updatedAt: Date
}

struct ConversationReader: Sendable {
    let keys: PersonKeys
    let now: Date

    /// In the order of `records`.
    func views(_ records: [ConversationRecord], for reader: UserID, _ runner: some PostgresRunner) async throws -> [ConversationView] {
        if records.isEmpty { return [] }
        let participants = try await runner.participants(of: records.map(\.id))
        let items = ItemReader(keys: keys)
        let lastItems = try await runner.items(records.compactMap(\.lastItemID))
        let lasts = try await items.views(lastItems, for: reader, runner)
        let lastByConversation = Dictionary(lasts.map { ($0.conversationId, $0) }, uniquingKeysWith: { first, _ in first })
        var views: [ConversationView] = []
        for record in records {
            let last = lastByConversation[record.id]
            var title: String?
            if let sealed = record.title, let bytes = try await items.open(sealed, at: Self.titlePlace(record.id), runner) {
                title = String(decoding: bytes, as: UTF8.self)
            }
            views.append(
                ConversationView(
                    id: record.id, title: title, patientId: record.patientId, participants: (participants[record.id] ?? []).map(shown),
                    unreadCount: record.unreadCount, lastMessage: last, isLocked: record.isLocked, preview: last?.preview ?? "",
                    createdAt: record.createdAt, updatedAt: record.updatedAt))
        }
        return views
    }

    /// Nil when they take no part in it.
    func view(_ id: ConversationID, for reader: UserID, _ runner: some PostgresRunner) async throws -> ConversationView? {
        try await views(runner.conversations([id], for: reader), for: reader, runner).first
    }

    /// Where a title belongs, for its seal.
    static func titlePlace(_ id: ConversationID) -> String { "conversations.title \(id)" }

    private func shown(_ record: ParticipantRecord) -> ConversationView.Participant {
        ConversationView.Participant(
            userId: record.person.id, role: record.person.role, username: record.person.username, fullName: record.person.fullName,
            avatarUrl: record.person.avatarUrl, typingAt: Typing.shown(record.typingAt, now: now), seenUntil: record.seenUntil,
            seenSequence: record.seenSequence)
    }
}
