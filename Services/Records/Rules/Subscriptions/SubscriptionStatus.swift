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
    /// Up to now; nil where that is not told.
    let count: Int?
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
            }
        ]
        if let count {
            parts.append { json in
                json.member("name", "events-since-subscription-start")
                json.member("valueString", "\(count)")
            }
        }
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
