import CareModels
import Foundation
import JSON

extension SubscriptionStatus {
    /// - Parameter isCounted: it is told how many changes there were.
    /// - Parameter content: what is told of events depends on it.
    init(
        _ kind: Kind, _ named: NamedSubscription, _ urls: ResourceURLs, now: Date, isCounted: Bool, events: [KeptChange] = [],
        content: SubscriptionTerms.Content = .empty
    ) {
        let subscription = named.subscription
        self.init(
            kind: kind, address: urls.url("Subscription", named.fhirID), topic: subscription.terms?.topic, standing: subscription.standing(at: now),
            count: isCounted ? subscription.events : nil,
            events: events.map { Event(number: $0.number, at: $0.at, focus: content == .empty ? nil : urls.url($0.change.type, $0.change.id)) })
    }
}

/// How subscriptions stand: a Bundle of type `searchset`.
struct SubscriptionStatusesView: Sendable {
    let statuses: [(id: RecordID, status: SubscriptionStatus)]
    let address: String

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 512 + statuses.count * 900)
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "searchset")
            $0.member("total", statuses.count)
            $0.list("link", [address]) { address, json in
                json.object {
                    $0.member("relation", "self")
                    $0.member("url", address)
                }
            }
            if statuses.isEmpty { return }
            $0.list("entry", statuses) { one, json in
                json.object {
                    $0.member("fullUrl", "urn:uuid:\(one.id)")
                    $0.object("resource") { one.status.write(&$0) }
                    $0.object("search") { $0.member("mode", "match") }
                }
            }
        }
        return json.bytes
    }
}
