import CareModels
import FHIR
import Foundation
import Outbox
import Postgres

extension RecordWriter {
    /// In one record.
    static let mostSubscriptions = 20

    var subscriptionParser: SearchParser {
        SearchParser(.r4, base: base + FHIRRelease.r4.path, now: now)
    }

    /// What a subscription that is to be stored asks for; nil for one that is by no topic.
    func subscription(by content: RecordContent, in place: RecordPlace) throws -> SubscriptionReading? {
        guard place.type == "Subscription", place.release == .r4, case .resource(let draft, _) = content.body else { return nil }
        do {
            return try SubscriptionReading(draft.value, subscriptionParser, now: now)
        } catch let fault as SearchFault {
            throw UnreadableSearch(cause: fault)
        }
    }

    /// Before anything of the version is written, so that who is refused in a batch has changed nothing. Who hears of a subscription stays who they are while it is
    /// active, whoever else writes it: it is nobody's to turn to themselves. Nil for one that is not on.
    func admit(
        _ reading: SubscriptionReading?, of record: RecordID, version: Int, in place: RecordPlace, _ tx: Transaction
    ) async throws -> AdmittedSubscription? {
        guard place.type == "Subscription", place.release == .r4, let reading, reading.isOn else { return nil }
        guard let (subscriber, permissions) = AccessTrail.current?.subscriber else {
            throw ResourceFault(.notSupported, "A machine subscribes to nothing: it follows care.subscriptions.v1 or a webhook.", at: "Subscription.channel.type")
        }
        let before = version == 1 ? nil : try await tx.lockSubscription(record, key)
        if let before, before.isActive(at: now), before.actor != subscriber.user { throw Refusal.othersSubscription }
        for filter in reading.terms.filters { _ = try permissions.reach(.read, filter.type) }
        guard try await tx.countSubscriptions(of: owner, except: record) < Self.mostSubscriptions else {
            throw Refusal.tooManySubscriptions(most: Self.mostSubscriptions)
        }
        var terms = reading.terms
        terms.subscriber = subscriber
        return AdmittedSubscription(
            terms: terms, subscriber: subscriber, notices: (before?.notices ?? 0) + 1, events: before?.events ?? 0, endsAt: reading.endsAt)
    }

    /// In the commit of the version that says so. The feed is always there, so the handshake is the first notice, and the subscription active with it; to an
    /// address it has to come first.
    func keep(_ admitted: AdmittedSubscription?, of record: RecordID, version: Int, in place: RecordPlace, _ tx: Transaction) async throws {
        guard place.type == "Subscription", place.release == .r4 else { return }
        touched.wrote(subscription: record)
        guard let admitted else { return try await tx.endSubscription(record, version: version) }
        let (subscriber, notices) = (admitted.subscriber, admitted.notices)
        try await tx.keep(
            admitted.terms, for: subscriber, of: record, version: version, notices: notices, endsAt: admitted.endsAt, now: now, key)
        let hook = admitted.terms.hook.map { SubscriptionHook(state: .requested, client: subscriber.client, address: $0) }
        let news = SubscriptionNews(
            id: record, owner: owner, subscriber: subscriber.user, role: subscriber.role, hook: hook, notice: .handshake, number: notices,
            eventNumber: admitted.events, at: now, terms: admitted.terms)
        try await tx.emit([news.event(base)], sealedBy: seal)
    }
}

/// A subscription that may be kept as its resource says.
struct AdmittedSubscription: Sendable {
    var terms: SubscriptionTerms
    var subscriber: SubscriptionTerms.Subscriber
    /// With the one of its beginning.
    var notices: Int
    /// Before this version.
    var events: Int
    var endsAt: Date?
}
