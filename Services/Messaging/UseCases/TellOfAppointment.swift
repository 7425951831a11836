import CareModels
import Foundation
import Outbox
import Postgres

/// An appointment was booked, moved, changed or cancelled: a system message where the two talk, which begins when they never have, and a
/// notification to both.
///
/// What is older than what was told already is let pass: a dead letter sent again never has the last word. When one of the two was
/// erased, the other hears of the cancelling that follows from it, whichever of the two events comes first.
struct TellOfAppointment: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// Also how the news follows what was told; nil of an appointment whose earlier news may have been let pass.
    func callAsFunction(_ news: AppointmentNews, _ tx: Transaction) async throws -> (StreamNews, VersionStep?) {
        try await tx.admit(news.patient, as: .patient, in: .people)
        try await tx.admit(news.provider, as: .provider, in: .people)
        let both = [news.patient, news.provider]
        let people = try await tx.lockPeople(both)
        let left = both.filter { people[$0]?.isErased == false }
        guard !left.isEmpty, let appointment = news.details.appointmentId else { return (StreamNews(), nil) }
        // Of who was erased nothing begins again: what remains to be said is that it was cancelled.
        guard left == both || news.kind == .appointmentCancelled else { return (StreamNews(), nil) }
        let step = VersionStep(after: try await tx.toldVersion(ofAppointment: appointment), to: news.version)
        guard step != .seen else { return (StreamNews(), step) }

        var told = Told(at: now())
        let conversation =
            left == both
            ? try await conversation(news, &told, tx)
            : try await formerConversation(news, tx)
        if let conversation { try await say(news.details, in: conversation, &told, tx) }
        try await notify(left, news, appointment, conversation?.id, &told, tx)
        return (try await Publish(now: told.at)(told.drafts, emitting: told.events, tx), left == both ? step : nil)
    }

    /// What is published in the end.
    private struct Told {
        var at: Date
        var drafts: [FeedDraft] = []
        var events: [any CareEvent] = []
    }

    private func say(_ details: ItemDetails, in conversation: LockedConversation, _ told: inout Told, _ tx: Transaction) async throws {
        let item = ItemRecord(
            id: MessageID(newID()), conversationId: conversation.id, sequence: conversation.itemSequence + 1, kind: .system, details: details,
            createdAt: told.at)
        _ = try await tx.insert(item)
        told.drafts += FeedDraft.all(conversation.participantIds, .item, conversation: conversation.id, item: item.id)
        told.events.append(MessageSent(item, .system))
    }

    private func notify(
        _ users: [UserID], _ news: AppointmentNews, _ appointment: AppointmentID, _ conversation: ConversationID?, _ told: inout Told,
        _ tx: Transaction
    ) async throws {
        try await tx.ensureFeeds(users)
        for user in users {
            let notification = NotificationRecord(
                id: NotificationID(newID()), userId: user, kind: news.kind, subjectId: appointment.uuid, subjectVersion: news.version,
                details: NotificationDetails(
                    appointmentId: appointment, startTime: news.details.startTime, endTime: news.details.endTime,
                    isChange: news.kind == .appointmentChanged ? true : nil, hasReason: news.details.hasReason, conversationId: conversation),
                createdAt: told.at)
            try await tx.insert(notification)
            told.drafts.append(FeedDraft(user: user, kind: .notification, notificationId: notification.id))
        }
    }

    /// Where the platform writes about the two, locked; another one when one of them has left it.
    private func conversation(_ news: AppointmentNews, _ told: inout Told, _ tx: Transaction) async throws -> LockedConversation {
        let (provider, patient) = (news.provider, news.patient)
        let former = try await tx.lockRelation(provider: provider, patient: patient)
        if let former, let found = try await tx.lockConversation(former), found.participantIds.contains(provider), found.participantIds.contains(patient) {
            return found
        }
        let new = LockedConversation(id: ConversationID(newID()), patientId: patient, participantIds: [patient, provider])
        try await tx.insert(new, title: nil, by: nil, newID: newID, now: told.at)
        try await tx.setConversation(new.id, replacing: former, ofProvider: provider, patient: patient)
        told.drafts += FeedDraft.all(new.participantIds, .conversation, conversation: new.id)
        told.events.append(
            ConversationCreated(
                conversationId: new.id, version: new.version, participantIds: new.participantIds, createdBy: nil, createdAt: told.at))
        return new
    }

    /// Where the platform wrote about the two before one of them was erased, locked; nil when it never did, or the other has left it.
    private func formerConversation(_ news: AppointmentNews, _ tx: Transaction) async throws -> LockedConversation? {
        guard let id = try await tx.conversation(ofProvider: news.provider, patient: news.patient) else { return nil }
        guard let found = try await tx.lockConversation(id), !Set(found.participantIds).isDisjoint(with: [news.provider, news.patient]) else { return nil }
        return found
    }
}
