import CareModels
import FHIR
import Foundation
import HTTP
import Sealing

/// `GET` and `POST /fhir/r4/Subscription/:id/$events`: what a subscription told of, by its numbers, as far as it is kept. Health data leaves here alone, and is looked at
/// as if it were read by itself. A POST says what it asks for in Parameters; its next pages have addresses like those of a GET.
struct ShowSubscriptionEvents: Sendable {
    let dependencies: Dependencies

    static let query: Set<String> = ["eventsSinceNumber", "eventsUntilNumber", "content", "_format", "_pretty"]

    private struct Found: Sendable {
        var named: NamedSubscription
        var content: SubscriptionTerms.Content
        var events: [SubscriptionContents.Event]
        /// The number after the last that was looked at, where there may be more.
        var next: Int?
    }

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        guard try request.resourceType(.r4) == "Subscription" else { throw Refusal.noSuch(.resource) }
        let reach = try access.permissions.reach(.read, "Subscription")
        let id = try request.resourceID()
        let query = try OperationParameters.events.query(request)
        var checks = Checks()
        // The first has the number 1; by 0 some clients ask for all.
        let since = max(try checks.read(query.int("eventsSinceNumber", in: 0...Int(Int32.max))) ?? 1, 1)
        let until = try checks.read(query.int("eventsUntilNumber", in: since...Int(Int32.max))) ?? Int(Int32.max)
        let content = query["content"].flatMap { SubscriptionTerms.Content(rawValue: $0) }
        checks.check(content != nil || query["content"] == nil, "content", "must be empty, id-only or full-resource")
        try checks.done()
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection -> Found? in
            let all = try await connection.subscriptions(of: access.owner, id, limit: 1, key)
            guard let named = try await connection.within(reach, all, of: access.owner, key).first else { return nil }
            let most = named.subscription.terms?.mostEvents ?? SubscriptionTerms.mostEvents
            let kept = try await connection.changes(toldBy: named.subscription.id, since...until, limit: most, key)
            let content = content ?? named.subscription.terms?.content ?? .empty
            let (events, cut) = try await SubscriptionContents.events(kept, content, access, key, connection)
            let next = cut ?? (kept.count == most ? kept.last.map { $0.number + 1 } : nil)
            return Found(named: named, content: content, events: events, next: next)
        }
        guard let found = found ?? nil else { throw Refusal.noSuch(.resource) }
        let urls = dependencies.urls(.r4)
        let address = "\(urls.url("Subscription", id))/$events?eventsUntilNumber=\(until)&content=\(found.content.rawValue)&eventsSinceNumber="
        let next = found.next.flatMap { $0 <= until ? "\(address)\($0)" : nil }
        let isCounted = access.mayCount(found.named.subscription, by: request.identity.userID)
        let status = SubscriptionStatus(
            .event, found.named, urls, now: dependencies.moment(), isCounted: isCounted, events: found.events.map(\.kept), content: found.content)
        let entries = found.content == .empty ? [] : found.events.map { SubscriptionNotification.Entry($0.kept, urls, body: $0.version?.body) }
        return .fhir(
            SubscriptionNotification(
                subscription: found.named.subscription.id, status: status, entries: entries, links: BundleLinks(own: "\(address)\(since)", next: next),
                now: dependencies.moment()
            ).bytes)
    }
}

extension SubscriptionNotification.Entry {
    fileprivate init(_ kept: KeptChange, _ urls: ResourceURLs, body: [UInt8]?) {
        self.init(change: kept.change, at: kept.at, address: urls.url(kept.change.type, kept.change.id), body: body)
    }
}
