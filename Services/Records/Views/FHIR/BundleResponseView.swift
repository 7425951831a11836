import CareModels
import Foundation
import JSON

/// What became of a bundle's entries, in their order: a Bundle of type `batch-response` or `transaction-response`.
struct BundleResponseView: Sendable {
    struct Entry: Sendable {
        /// Such as `201 Created`.
        var status: String
        var location: String?
        var version: Int?
        var modified: Date?
        var resource: [UInt8]?
        var outcome: OperationOutcomeView?
    }

    let isTransaction: Bool
    let entries: [Entry]

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 256 + entries.reduce(0) { $0 + ($1.resource?.count ?? 0) + 320 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", isTransaction ? "transaction-response" : "batch-response")
            if entries.isEmpty { return }
            $0.list("entry", entries) { entry, json in
                json.object { Self.write(entry, &$0) }
            }
        }
        return json.bytes
    }

    private static func write(_ entry: Entry, _ json: inout JSONWriter) {
        if let resource = entry.resource { json.member("resource", json: resource) }
        json.object("response") {
            $0.member("status", entry.status)
            if let location = entry.location { $0.member("location", location) }
            if let version = entry.version { $0.member("etag", EntityTag(version: version, isWeak: true).description) }
            if let modified = entry.modified { $0.member("lastModified", RFC3339.format(modified)) }
            if let outcome = entry.outcome { $0.member("outcome", json: outcome.bytes) }
        }
    }
}
