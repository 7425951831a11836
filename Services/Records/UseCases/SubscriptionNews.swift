import CareModels
import FHIR
import Foundation

/// A notice to who subscribed: an event for their feed, or one with what is sent to their app's address.
struct SubscriptionNews: Sendable {
    /// Of the subscription's record.
    let id: RecordID
    let owner: UserID
    let subscriber: UserID
    let role: Role
    let hook: SubscriptionHook?
    let notice: SubscriptionNotice
    /// The notice's own, among the subscription's.
    let number: Int
    /// Of the last change so far.
    let eventNumber: Int
    let at: Date
    /// Of what changed just now, where that is told: the last has `eventNumber`.
    var told: [ToldChange] = []
    var terms: SubscriptionTerms?

    /// - Parameter base: the platform's public address.
    func event(_ base: String) -> any CareEvent {
        guard let hook else {
            return SubscriptionNotified(
                subscriptionId: id, version: number, patientId: owner, subscriberId: subscriber, role: role, notice: notice, eventNumber: eventNumber,
                notifiedAt: at)
        }
        return SubscriptionHookNotified(
            subscriptionId: id, version: number, patientId: owner, subscriberId: subscriber, clientId: hook.client, addressDigest: hook.address, notice: notice,
            eventNumber: eventNumber, notification: String(decoding: notification(base, hook).bytes, as: UTF8.self), notifiedAt: at)
    }

    /// Of the changes as many as its subscriber takes at once; the rest they know by their number. Of a resource that a client gave a name of its own that name is not told:
    /// it may say what it is about.
    private func notification(_ base: String, _ hook: SubscriptionHook) -> SubscriptionNotification {
        let resources = base + FHIRRelease.r4.path
        let first = eventNumber - told.count + 1
        let shown = Array(told.prefix(terms?.mostEvents ?? 0).enumerated())
        let isOfIDs = terms?.content == .idOnly
        func address(_ change: ToldChange) -> String? { isOfIDs && change.hasOurID ? "\(resources)/\(change.type)/\(change.id)" : nil }
        let status = SubscriptionStatus(
            kind: SubscriptionStatus.Kind(notice), address: "\(resources)/Subscription/\(id)", topic: terms?.topic,
            standing: SubscriptionStanding(isActive: true, hook.state), count: eventNumber,
            events: shown.map { SubscriptionStatus.Event(number: first + $0.offset, at: at, focus: address($0.element)) })
        let entries = shown.compactMap { one in
            address(one.element).map { SubscriptionNotification.Entry(change: one.element, at: at, address: $0) }
        }
        return SubscriptionNotification(subscription: id, status: status, entries: entries, now: at)
    }
}
