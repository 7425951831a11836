import CareModels
import CareService
import Foundation
import Postgres

/// An appointment was booked, moved or cancelled: a system message where the two talk, which begins when they never have, and a
/// notification to both.
struct TellOfAppointment: Sendable {
    let dependencies: Dependencies

    func handle(_ kind: NotificationKind, _ details: ItemDetails, patient: UserID, provider: UserID, _ tx: Transaction) async throws {
        try await tx.admit(patient, as: .patient)
        try await tx.admit(provider, as: .provider)
        let people = try await tx.lockPeople([patient, provider])
        // Of who was erased nothing begins again.
        guard people[patient]?.isErased == false, people[provider]?.isErased == false, let appointment = details.appointmentId else { return }
        let now = dependencies.now()
        var drafts: [FeedDraft] = []
        var events: [any CareEvent] = []
        let conversation = try await conversation(provider, patient, now, &drafts, &events, tx)

        let item = ItemRecord(
            id: MessageID(dependencies.newID()), conversationId: conversation.id, sequence: conversation.itemSequence + 1, kind: .system,
            details: details, createdAt: now)
        _ = try await tx.insert(item)
        drafts += FeedDraft.all(conversation.participantIds, .item, conversation: conversation.id, item: item.id)
        events += [Posting.event(of: item)].compactMap { $0 }
        try await tx.ensureFeeds([patient, provider])
        for user in [patient, provider] {
            let notification = NotificationRecord(
                id: NotificationID(dependencies.newID()), userId: user, kind: kind, subjectId: appointment.uuid,
                details: NotificationDetails(
                    appointmentId: appointment, startTime: details.startTime, endTime: details.endTime, conversationId: conversation.id),
                createdAt: now)
            try await tx.insert(notification)
            drafts.append(FeedDraft(user: user, kind: .notification, notificationId: notification.id))
        }
        try await tx.publish(drafts, events, now: now, hub: dependencies.hub)
    }

    /// Where the platform writes about the two, locked.
    private func conversation(
        _ provider: UserID, _ patient: UserID, _ now: Date, _ drafts: inout [FeedDraft], _ events: inout [any CareEvent], _ tx: Transaction
    ) async throws -> LockedConversation {
        if let id = try await tx.lockRelation(provider: provider, patient: patient), let found = try await tx.lockConversation(id) { return found }
        let new = LockedConversation(id: ConversationID(dependencies.newID()), patientId: patient, participantIds: [patient, provider])
        try await tx.insert(new, title: nil, by: nil, newID: dependencies.newID, now: now)
        try await tx.setConversation(new.id, ofProvider: provider, patient: patient)
        drafts += FeedDraft.all(new.participantIds, .conversation, conversation: new.id)
        events.append(ConversationCreated(
            conversationId: new.id, version: new.version, participantIds: new.participantIds, createdBy: nil, createdAt: now))
        return new
    }
}
