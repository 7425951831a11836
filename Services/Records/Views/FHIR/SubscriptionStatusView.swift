import CareModels
import Foundation
import JSON

/// How a subscription stands, as R4 has it: Parameters of the backport's profile.
struct SubscriptionStatusView: Sendable {
    enum Kind: String, Sendable { case status = "query-status", event = "query-event" }

    static let profile = SubscriptionReading.backport + "backport-subscription-status-r4"

    let kind: Kind
    let named: NamedSubscription
    let now: Date
    let urls: ResourceURLs
    /// What is told of them depends on the content.
    var events: [KeptChange] = []
    var content = SubscriptionTerms.Content.empty

    private var subscription: StoredSubscription { named.subscription }

    var address: String { "\(urls.url("Subscription", named.fhirID))/$status" }

    func write(_ json: inout JSONWriter) {
        json.member("resourceType", "Parameters")
        json.object("meta") { $0.list("profile", [Self.profile]) { $1.value($0) } }
        json.list("parameter", parts) { part, json in
            json.object { part(&$0) }
        }
    }

    private typealias Part = (inout JSONWriter) -> Void

    private var parts: [Part] {
        var parts: [Part] = [
            { json in
                json.member("name", "subscription")
                json.object("valueReference") { $0.member("reference", urls.url("Subscription", named.fhirID)) }
            }
        ]
        if let topic = subscription.terms?.topic {
            parts.append { json in
                json.member("name", "topic")
                json.member("valueCanonical", topic)
            }
        }
        parts += [
            { json in
                json.member("name", "status")
                json.member("valueCode", subscription.isActive(at: now) ? "active" : "off")
            },
            { json in
                json.member("name", "type")
                json.member("valueCode", kind.rawValue)
            },
            { json in
                json.member("name", "events-since-subscription-start")
                json.member("valueString", "\(subscription.events)")
            }
        ]
        return parts + events.map { event in { json in write(event, &json) } }
    }

    private func write(_ event: KeptChange, _ json: inout JSONWriter) {
        json.member("name", "notification-event")
        json.list("part", eventParts(event)) { part, json in
            json.object { part(&$0) }
        }
    }

    private func eventParts(_ event: KeptChange) -> [Part] {
        var parts: [Part] = [
            { json in
                json.member("name", "event-number")
                json.member("valueString", "\(event.number)")
            },
            { json in
                json.member("name", "timestamp")
                json.member("valueInstant", event.at)
            }
        ]
        if content != .empty {
            parts.append { json in
                json.member("name", "focus")
                json.object("valueReference") { $0.member("reference", urls.url(event.change.type, event.change.id)) }
            }
        }
        return parts
    }
}

/// How subscriptions stand: a Bundle of type `searchset`.
struct SubscriptionStatusesView: Sendable {
    let statuses: [SubscriptionStatusView]
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
            $0.list("entry", statuses) { status, json in
                json.object {
                    $0.member("fullUrl", "urn:uuid:\(status.named.subscription.id)")
                    $0.object("resource") { status.write(&$0) }
                    $0.object("search") { $0.member("mode", "match") }
                }
            }
        }
        return json.bytes
    }
}
