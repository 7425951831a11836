import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// Erases a person. Their key is destroyed, and with it everything sealed under it: a patient's conversations, whoever wrote
/// in them, since they are about that patient; of a provider what they wrote where there is no patient. What a provider wrote to
/// a patient stays, without a name: it is part of the patient's record.
///
/// Locks in every transaction's order: blocks, relations, conversations by id, the person's key, feeds by user.
struct ErasePerson: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ person: UserID, version: Int, at deletedAt: Date, _ tx: Transaction) async throws -> (StreamNews, VersionStep) {
        guard let step = try await tx.erasePerson(person, version: version, at: deletedAt, in: .people) else { return (StreamNews(), .seen) }
        let now = now()
        try await tx.eraseBlocks(of: person)
        try await tx.endRelations(of: person, now: now)
        _ = try await tx.lockConversations(of: person)
        // Waits for those who are writing; what they wrote is seen from here on.
        try await keys.erase(person, tx)
        let conversations = try await tx.lockConversations(of: person)
        try await tx.eraseInvitations(of: person)
        try await tx.eraseAttachments(of: person)
        try await tx.buryItems(ofKey: person, now: now)
        try await tx.eraseTitles(ofKey: person)
        try await tx.eraseNotifications(of: person)
        try await tx.eraseTickets(of: person)

        var drafts: [FeedDraft] = []
        var events: [any CareEvent] = []
        for conversation in conversations {
            try await tx.remove(person, from: conversation)
            let others = conversation.participantIds.filter { $0 != person }
            drafts += FeedDraft.all(others, .conversation, conversation: conversation.id)
            if conversation.patientId == person { try await tx.dropInvitations(to: conversation) }
            guard conversation.patientId == person, !conversation.isClosed else { continue }
            try await tx.setClosed(true, conversation)
            events.append(
                ConversationClosed(
                    conversationId: conversation.id, version: conversation.version + 1, closedBy: nil, closedAt: now))
        }
        try await tx.eraseFeed(of: person)
        var news = try await Publish(now: now)(drafts, emitting: events, tx)
        news.erased = person
        return (news, step)
    }
}
