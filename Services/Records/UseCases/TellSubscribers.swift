import CareModels
import FHIR
import Foundation
import Outbox
import Postgres
import Sealing

extension RecordWriter {
    /// Kept only where somebody subscribed. What subscriptions themselves become is told to nobody.
    func changed(
        _ change: SubscriptionTerms.Change, _ record: RecordID, _ id: String, version: Int, at instant: Date, in place: RecordPlace, _ index: SearchIndex?
    ) {
        guard touched.isFollowed, place.release == .r4, place.type != "Subscription" else { return }
        touched.add(
            SubscriptionFocus(
                record: record, fhirID: id, type: place.type, version: version, change: change,
                updatedAt: Int64((instant.timeIntervalSince1970 * 1000).rounded()), index: index ?? SearchIndex(id: nil, [])))
    }

    /// In the commit of the changes, one notice to each who subscribed to any of them. Under the person's lock, so that numbers have no gap. Who may no longer read the
    /// record hears nothing any more.
    func tellSubscribers(_ tx: Transaction) async throws {
        guard touched.isFollowed, !touched.changes.isEmpty else { return }
        let parser = subscriptionParser
        var known: SearchAliases?
        for subscription in try await tx.followers(of: owner, except: touched.subscriptions, key) where subscription.isActive(at: now) {
            try Task.checkCancellation()
            guard let terms = subscription.terms, let subscriber = terms.subscriber, var match = try? SubscriptionMatch(terms, parser) else {
                try await tx.endSubscription(subscription.id)
                continue
            }
            guard touched.changes.contains(where: match.isAbout) else { continue }
            if match.mayNamePerson {
                let names = if let known { known } else { try await aliases(tx) }
                known = names
                match = match.with(names)
            }
            let (asked, asking) = (match, Budget(comparisons: SubscriptionMatch.mostCompared))
            let matching = touched.changes.filter { asked.holds(of: $0, within: asking) }
            guard !matching.isEmpty else { continue }
            guard let permissions = try await permissions(of: subscriber, tx) else {
                try await tx.endSubscription(subscription.id)
                continue
            }
            guard let told = readable(matching, permissions) else {
                try await tx.endSubscription(subscription.id)
                continue
            }
            guard !told.isEmpty else { continue }
            try await tx.told(told, by: subscription, at: now, key)
            let news = SubscriptionNews(
                id: subscription.id, owner: owner, subscriber: subscriber.user, role: subscriber.role, hook: subscription.hook, notice: .change,
                number: subscription.notices + 1, eventNumber: subscription.events + told.count, at: now, told: told, terms: terms)
            try await tx.emit([news.event(base)], sealedBy: seal)
        }
    }

    /// In the commit that changes the person's consents: a subscription whose subscriber nothing lets in any more is over with it, and not with the next change. By how it
    /// stood, whoever is given something again later would be told whether there was one.
    func endUnheardSubscriptions(_ tx: Transaction) async throws {
        guard touched.consentChanges > 0 else { return }
        for subscription in try await tx.followers(of: owner, except: [], key) where subscription.actor != owner {
            try Task.checkCancellation()
            guard let subscriber = subscription.terms?.subscriber, try await tx.standing(AccessRule.Claim(subscriber, of: owner, at: now), key) != nil else {
                try await tx.endSubscription(subscription.id)
                continue
            }
        }
    }

    /// What the record's person is called, as searches have it. A Patient that this commit deletes is still one of them: it is told of what becomes of it.
    private func aliases(_ tx: Transaction) async throws -> SearchAliases {
        let source = RecordSource(
            opening: SearchOpening(release: .r4, key: key, base: base + FHIRRelease.r4.path), runner: tx, index: nil, budget: budget)
        let deleted = touched.changes.filter { $0.type == "Patient" && $0.change == .deleted }
        return try await source.aliases(with: Set(deleted.map(\.fhirID)))
    }

    /// Those that they may read; nil where that is more work to tell than is done for anybody while the person's lock is held: so much is given to them piece by piece.
    private func readable(_ changes: [SubscriptionFocus], _ permissions: RecordPermissions) -> [ToldChange]? {
        var reaches: [String: RecordReach?] = [:]
        var readable: [ToldChange] = []
        let budget = Budget(comparisons: SubscriptionMatch.mostReach)
        for focus in changes {
            var effort = 0
            let reach = reaches[focus.type] ?? (try? permissions.reach(.read, focus.type))
            reaches.updateValue(reach, forKey: focus.type)
            if reach?.holds(focus.index, of: focus.type, &effort) ?? false { readable.append(ToldChange(focus)) }
            budget.add(.comparisons, effort)
            if budget.isSpent(.comparisons) { return nil }
        }
        return readable
    }

    /// As if they asked now, with the token that they had; nil when nothing lets them in any more.
    private func permissions(of subscriber: SubscriptionTerms.Subscriber, _ tx: Transaction) async throws -> RecordPermissions? {
        guard let standing = try await tx.standing(AccessRule.Claim(subscriber, of: owner, at: now), key) else { return nil }
        return RecordPermissions(scopes: subscriber.scopes, role: subscriber.role, isForRecord: subscriber.isForRecord, standing: standing)
    }
}

extension AccessRule.Claim {
    /// As a subscriber would come who asked now.
    init(_ subscriber: SubscriptionTerms.Subscriber, of owner: UserID, at now: Date) {
        self.init(
            actor: subscriber.user, guardian: subscriber.guardian, role: subscriber.role, client: subscriber.client, owner: owner, purpose: subscriber.purpose,
            now: now)
    }
}

extension Transaction {
    /// Nil when nothing lets them in.
    func standing(_ claim: AccessRule.Claim, _ key: PersonKey) async throws -> AccessStanding? {
        if let standing = AccessRule.standing(claim) { return standing }
        let known = try await accessKnown(claim, key)
        return try? AccessRule.standing(claim, known)
    }
}
