import CareModels
import Foundation
import JSON

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
    var links: BundleLinks?
    let now: Date

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 2048 + entries.reduce(0) { $0 + ($1.body?.count ?? 0) + 600 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.object("meta") { $0.list("profile", [Self.profile]) { $1.value($0) } }
            $0.member("type", "history")
            $0.member("timestamp", now)
            links?.write(&$0)
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
