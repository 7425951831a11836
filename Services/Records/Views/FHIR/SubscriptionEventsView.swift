import CareModels
import Foundation
import JSON

/// What a subscription told of: a notification's Bundle of type `history`, the status first.
struct SubscriptionEventsView: Sendable {
    static let profile = SubscriptionReading.backport + "backport-subscription-notification-r4"

    struct Event: Sendable {
        var kept: KeptChange
        /// The resource as the change left it, where that is asked for and there is one.
        var version: RecordVersion?
    }

    let status: SubscriptionStatusView
    let events: [Event]
    let links: [(relation: String, url: String)]
    let now: Date

    private var shown: [Event] { status.content == .empty ? [] : events }

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 2048 + events.reduce(0) { $0 + ($1.version?.body?.count ?? 0) + 600 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.object("meta") { $0.list("profile", [Self.profile]) { $1.value($0) } }
            $0.member("type", "history")
            $0.member("timestamp", now)
            $0.list("link", links) { link, json in
                json.object {
                    $0.member("relation", link.relation)
                    $0.member("url", link.url)
                }
            }
            $0.list("entry", [nil] + shown.map { $0 as Event? }) { event, json in
                json.object { json in
                    if let event { write(event, &json) } else { writeStatus(&json) }
                }
            }
        }
        return json.bytes
    }

    private func writeStatus(_ json: inout JSONWriter) {
        json.member("fullUrl", "urn:uuid:\(status.named.subscription.id)")
        json.object("resource") { status.write(&$0) }
        json.object("request") {
            $0.member("method", "GET")
            $0.member("url", status.address)
        }
        json.object("response") { $0.member("status", "200") }
    }

    private func write(_ event: Event, _ json: inout JSONWriter) {
        let change = event.kept.change
        json.member("fullUrl", status.urls.url(change.type, change.id))
        if let body = event.version?.body { json.member("resource", json: body) }
        let isOurs = change.id == change.record.description
        json.object("request") {
            $0.member("method", change.change == .deleted ? "DELETE" : change.change == .created && isOurs ? "POST" : "PUT")
            $0.member("url", change.change == .created && isOurs ? change.type : "\(change.type)/\(change.id)")
        }
        json.object("response") {
            $0.member("status", change.change == .deleted ? "204" : change.change == .created ? "201" : "200")
            $0.member("etag", EntityTag(version: change.version, isWeak: true).description)
            $0.member("lastModified", event.kept.at)
        }
    }
}
