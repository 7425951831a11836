import CareModels
import Foundation
import Postgres

/// An appointment was booked, moved or cancelled: a system message where the two talk, which begins when they never have, and a
/// notification to both.
///
/// What is older than what was told already is let pass: a dead letter sent again never has the last word. When one of the two was
/// erased, the other hears of the cancelling that follows from it, whichever of the two events comes first.
struct TellOfAppointment: Sendable {
    let dependencies: Dependencies

    /// What an event says of an appointment.
    struct News: Sendable {
        var kind: NotificationKind
        var version: Int
        var details: ItemDetails
        var patient: UserID
        var provider: UserID
    }

    func handle(_ news: News, _ tx: Transaction) async throws {
        try await tx.admit(news.patient, as: .patient)
        try await tx.admit(news.provider, as: .provider)
        let both = [news.patient, news.provider]
        let people = try await tx.lockPeople(both)
        let left = both.filter { people[$0]?.isErased == false }
        guard !left.isEmpty, let appointment = news.details.appointmentId else { return }
        // Of who was erased nothing begins again: what remains to be said is that it was cancelled.
        guard left == both || news.kind == .appointmentCancelled else { return }
        guard try await tx.toldVersion(ofAppointment: appointment) < news.version else { return }

        let now = dependencies.now()
        var drafts: [FeedDraft] = []
        var events: [any CareEvent] = []
        let conversation =
            left == both
            ? try await conversation(news, now, &drafts, &events, tx)
            : try await formerConversation(news, tx)
        if let conversation { try await say(news.details, in: conversation, now, &drafts, &events, tx) }
        try await notify(left, news, appointment, conversation?.id, now, &drafts, tx)
        try await tx.publish(drafts, events, now: now, hub: dependencies.hub)
    }

    private func say(
        _ details: ItemDetails, in conversation: LockedConversation, _ now: Date, _ drafts: inout [FeedDraft],
        _ events: inout [any CareEvent], _ tx: Transaction
    ) async throws {
        let item = ItemRecord(
            id: MessageID(dependencies.newID()), conversationId: conversation.id, sequence: conversation.itemSequence + 1, kind: .system,
            details: details, createdAt: now)
        _ = try await tx.insert(item)
        drafts += FeedDraft.all(conversation.participantIds, .item, conversation: conversation.id, item: item.id)
        events += [Posting.event(of: item)].compactMap { $0 }
    }

    private func notify(
        _ users: [UserID], _ news: News, _ appointment: AppointmentID, _ conversation: ConversationID?, _ now: Date,
        _ drafts: inout [FeedDraft], _ tx: Transaction
    ) async throws {
        try await tx.ensureFeeds(users)
        for user in users {
            let notification = NotificationRecord(
                id: NotificationID(dependencies.newID()), userId: user, kind: news.kind, subjectId: appointment.uuid,
                subjectVersion: news.version,
                details: NotificationDetails(
                    appointmentId: appointment, startTime: news.details.startTime, endTime: news.details.endTime, conversationId: conversation),
                createdAt: now)
            try await tx.insert(notification)
            drafts.append(FeedDraft(user: user, kind: .notification, notificationId: notification.id))
        }
    }

    /// Where the platform writes about the two, locked.
    private func conversation(
        _ news: News, _ now: Date, _ drafts: inout [FeedDraft], _ events: inout [any CareEvent], _ tx: Transaction
    ) async throws -> LockedConversation {
        let (provider, patient) = (news.provider, news.patient)
        if let id = try await tx.lockRelation(provider: provider, patient: patient), let found = try await tx.lockConversation(id) { return found }
        let new = LockedConversation(id: ConversationID(dependencies.newID()), patientId: patient, participantIds: [patient, provider])
        try await tx.insert(new, title: nil, by: nil, newID: dependencies.newID, now: now)
        try await tx.setConversation(new.id, ofProvider: provider, patient: patient)
        drafts += FeedDraft.all(new.participantIds, .conversation, conversation: new.id)
        events.append(
            ConversationCreated(
                conversationId: new.id, version: new.version, participantIds: new.participantIds, createdBy: nil, createdAt: now))
        return new
    }

    /// Where the platform wrote about the two before one of them was erased, locked; nil when it never did.
    private func formerConversation(_ news: News, _ tx: Transaction) async throws -> LockedConversation? {
        guard let id = try await tx.conversation(ofProvider: news.provider, patient: news.patient) else { return nil }
        return try await tx.lockConversation(id)
    }
}
