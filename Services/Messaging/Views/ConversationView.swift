import CareModels
import Foundation

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

    struct Invitation: Encodable, Sendable {
        var userId: UserID
        var role: Role?
        var username: String?
        var fullName: String?
        var avatarUrl: String?
        var invitedBy: UserID?
        var invitedAt: Date
    }

    var id: ConversationID
    var title: String?
    var patientId: UserID?
    var participants: [Participant]
    /// Who is proposed and waits for the patient's word; absent when nobody does.
    var invitations: [Invitation]?
    /// 1000 stands for that many or more.
    var unreadCount: Int
    var lastMessage: ItemView?
    var closed: Bool
    /// The last message in one line.
    var preview: String
    var createdAt: Date
    var updatedAt: Date
    /// The reader takes part in it no more, and sees it as it was then.
    var leftAt: Date?
}

extension ConversationView {
    init(_ conversation: OpenedConversation, for reader: UserID, now: Date, in language: Language) {
        let record = conversation.record
        let last = conversation.last
        let preview = last?.content.map { Preview.line($0) } ?? last?.record.details.map { Preview.line($0) }
        self.init(
            id: record.id, title: conversation.title, patientId: record.patientId,
            participants: conversation.participants.map { Participant($0, now: now) },
            invitations: conversation.invited.isEmpty ? nil : conversation.invited.map { Invitation($0) }, unreadCount: record.unreadCount,
            lastMessage: last.map { ItemView($0, for: reader) },
            closed: record.isClosed, preview: preview?.string(in: language) ?? "", createdAt: record.createdAt, updatedAt: record.updatedAt, leftAt: record.left?.at)
    }
}

extension ConversationView.Participant {
    init(_ record: ParticipantRecord, now: Date) {
        self.init(
            userId: record.person.id, role: record.person.role, username: record.person.username, fullName: record.person.fullName,
            avatarUrl: record.person.avatarUrl, typingAt: Typing.shown(record.typingAt, now: now), seenUntil: record.seenUntil,
            seenSequence: record.seenSequence)
    }
}

extension ConversationView.Invitation {
    init(_ record: ParticipantRecord) {
        self.init(
            userId: record.person.id, role: record.person.role, username: record.person.username, fullName: record.person.fullName,
            avatarUrl: record.person.avatarUrl, invitedBy: record.invitedBy, invitedAt: record.since)
    }
}
