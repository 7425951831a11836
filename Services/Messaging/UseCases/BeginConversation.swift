import CareModels
import CareService
import Foundation
import Outbox
import Postgres
import Sealing

/// Somebody begins a conversation, mostly with its first message. The same client id again begins none, and gives the one that it began.
struct BeginConversation: Sendable {
    let keys: PersonKeys
    let quota: StorageQuota
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `role`: the starter's token says who they are, should their own event not have come yet.
    func callAsFunction(_ wish: ConversationWish, by starter: UserID, _ role: Role, _ tx: Transaction) async throws -> (ConversationOutcome, isNew: Bool) {
        if let earlier = try await begunBefore(wish, starter, tx) {
            return (try await ConversationOutcome(earlier, for: starter, StreamNews(), with: keys, tx), false)
        }
        let (id, news) = try await begin(wish, by: starter, role, tx)
        return (try await ConversationOutcome(id, for: starter, news, with: keys, tx), true)
    }

    private func begin(_ wish: ConversationWish, by starter: UserID, _ role: Role, _ tx: Transaction) async throws -> (ConversationID, StreamNews) {
        let now = now()
        let patient = try await patient(of: wish, starter, role, tx)
        let participants = [starter] + wish.others
        let providers = participants.filter { $0 != patient }
        if let patient { try await tx.relate(providers, patient: patient) }
        let conversation = LockedConversation(id: ConversationID(newID()), patientId: patient, participantIds: participants)
        let title = try await sealed(wish.title, of: conversation, starter, tx)
        try await tx.insert(conversation, title: title, by: starter, newID: newID, now: now)
        if let patient, providers.count == 1 { try await tx.setConversation(conversation.id, ofProvider: providers[0], patient: patient) }

        var drafts = FeedDraft.all(participants, .conversation, conversation: conversation.id)
        var events: [any CareEvent] = [
            ConversationCreated(conversationId: conversation.id, version: 1, participantIds: participants, createdBy: starter, createdAt: now)
        ]
        let quota = quota.limit(of: starter, now: now)
        if let message = wish.message {
            let post = Post(keys: keys, quota: quota, newID: newID)
            let outcome = try await post(message, by: starter, in: conversation, now: now, tx)
            guard case .sent(let item) = outcome else { throw Refusal.clientIDReused }
            drafts += FeedDraft.all(participants, .item, conversation: conversation.id, item: item.record.id)
            events.append(MessageSent(item.record, message.kind))
        }
        try await tx.charge(starter, for: conversation, title: title, quota: quota)
        return (conversation.id, try await Publish(now: now)(drafts, emitting: events, tx))
    }

    private func begunBefore(_ wish: ConversationWish, _ starter: UserID, _ tx: Transaction) async throws -> ConversationID? {
        guard let message = wish.message, let earlier = try await tx.item(of: starter, clientId: message.clientId) else { return nil }
        guard earlier.sequence == 1 else { throw Refusal.clientIDReused }
        if let content = try await keys.content(of: earlier, tx), content != message.content { throw Refusal.clientIDReused }
        return earlier.conversationId
    }

    private func patient(of wish: ConversationWish, _ starter: UserID, _ role: Role, _ tx: Transaction) async throws -> UserID? {
        try await tx.admit(starter, as: role, in: .people)
        let people = try await tx.lockPeople([starter] + wish.others)
        guard let own = people[starter], !own.isErased else { throw PersonErased() }
        let related = try await tx.patients(of: starter, among: wish.others)
        let isAnyBlocked = try await tx.isAnyBlocked(among: [starter] + wish.others)
        return try ConversationRule.start(by: own, with: wish.others.map { people[$0] }, related: related, isAnyBlocked: isAnyBlocked)
    }

    private func sealed(_ title: String?, of conversation: LockedConversation, _ starter: UserID, _ tx: Transaction) async throws -> Sealed? {
        guard let title else { return nil }
        let key = try await keys.forWriting(conversation.keyOwner(author: starter), tx)
        return Sealed(bytes: try key.seal(title, at: ConversationRecord.titlePlace(conversation.id)), of: key.person)
    }
}
