import CareModels
import Foundation
import JSON

/// How a subscription stands, as R4 has it: Parameters of the backport's profile.
struct SubscriptionStatus: Sendable {
    enum Kind: String, Sendable {
        case status = "query-status", event = "query-event"
        case handshake, heartbeat
        case change = "event-notification"

        init(_ notice: SubscriptionNotice) {
            switch notice {
            case .handshake: self = .handshake
            case .heartbeat: self = .heartbeat
            case .change: self = .change
            }
        }
    }

    struct Event: Sendable {
        var number: Int
        var at: Date
        /// The resource's address, where that is told.
        var focus: String?
    }

    static let profile = SubscriptionReading.backport + "backport-subscription-status-r4"

    let kind: Kind
    /// The subscription's own.
    let address: String
    var topic: String?
    let standing: SubscriptionStanding
    /// Up to now.
    let count: Int
    var events: [Event] = []

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
                json.object("valueReference") { $0.member("reference", address) }
            }
        ]
        if let topic {
            parts.append { json in
                json.member("name", "topic")
                json.member("valueCanonical", topic)
            }
        }
        parts += [
            { json in
                json.member("name", "status")
                json.member("valueCode", standing.rawValue)
            },
            { json in
                json.member("name", "type")
                json.member("valueCode", kind.rawValue)
            },
            { json in
                json.member("name", "events-since-subscription-start")
                json.member("valueString", "\(count)")
            }
        ]
        return parts + events.map { event in { json in write(event, &json) } }
    }

    private func write(_ event: Event, _ json: inout JSONWriter) {
        json.member("name", "notification-event")
        json.list("part", eventParts(event)) { part, json in
            json.object { part(&$0) }
        }
    }

    private func eventParts(_ event: Event) -> [Part] {
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
        if let focus = event.focus {
            parts.append { json in
                json.member("name", "focus")
                json.object("valueReference") { $0.member("reference", focus) }
            }
        }
        return parts
    }
}

/// What a subscription tells of: a Bundle of type `history`, the status first.
struct SubscriptionNotification: Sendable {
    static let profile = SubscriptionReading.backport + "backport-subscription-notification-r4"

    /// A change of a resource.
    struct Entry: Sendable {
        var change: ToldChange
        var at: Date
        /// The resource's address.
        var address: String
        /// The resource as the change left it, where that is asked for and there is one.
        var body: [UInt8]?
    }

    let subscription: RecordID
    let status: SubscriptionStatus
    let entries: [Entry]
    var links: [(relation: String, url: String)] = []
    let now: Date

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 2048 + entries.reduce(0) { $0 + ($1.body?.count ?? 0) + 600 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.object("meta") { $0.list("profile", [Self.profile]) { $1.value($0) } }
            $0.member("type", "history")
            $0.member("timestamp", now)
            if !links.isEmpty {
                $0.list("link", links) { link, json in
                    json.object {
                        $0.member("relation", link.relation)
                        $0.member("url", link.url)
                    }
                }
            }
            $0.list("entry", [nil] + entries.map { $0 as Entry? }) { entry, json in
                json.object { json in
                    if let entry { write(entry, &json) } else { writeStatus(&json) }
                }
            }
        }
        return json.bytes
    }

    private func writeStatus(_ json: inout JSONWriter) {
        json.member("fullUrl", "urn:uuid:\(subscription)")
        json.object("resource") { status.write(&$0) }
        json.object("request") {
            $0.member("method", "GET")
            $0.member("url", "\(status.address)/$status")
        }
        json.object("response") { $0.member("status", "200") }
    }

    private func write(_ entry: Entry, _ json: inout JSONWriter) {
        let change = entry.change
        json.member("fullUrl", entry.address)
        if let body = entry.body { json.member("resource", json: body) }
        json.object("request") {
            $0.member("method", change.change == .deleted ? "DELETE" : change.change == .created && change.hasOurID ? "POST" : "PUT")
            $0.member("url", change.change == .created && change.hasOurID ? change.type : "\(change.type)/\(change.id)")
        }
        json.object("response") {
            $0.member("status", change.change == .deleted ? "204" : change.change == .created ? "201" : "200")
            $0.member("etag", EntityTag(version: change.version, isWeak: true).description)
            $0.member("lastModified", entry.at)
        }
    }
}
