import CareModels
import Foundation
import JSON

/// A resource's versions, newest first: a Bundle of type `history`.
struct HistoryView: Sendable {
    let page: VersionPage
    /// Nil when some of them are not shown.
    let total: Int?
    let type: String
    let id: String
    /// As they were asked for.
    let limit: Int
    let since: Date?
    let urls: ResourceURLs

    var bytes: [UInt8] {
        let address = urls.url(type, id) + "/_history?_count=\(limit)" + (since.map { "&_since=\(RFC3339.format($0))" } ?? "")
        var links = [(relation: "self", url: address)]
        let found = page.versions
        if page.hasMore, let last = page.last { links.append((relation: "next", url: address + "&_before=\(last.version)")) }
        var json = JSONWriter(capacity: 512 + found.reduce(0) { $0 + ($1.body?.count ?? 0) + 300 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "history")
            if let total { $0.member("total", total) }
            $0.list("link", links) { link, json in
                json.object {
                    $0.member("relation", link.relation)
                    $0.member("url", link.url)
                }
            }
            if found.isEmpty { return }
            $0.list("entry", found) { version, json in
                json.object { entry(version, &$0) }
            }
        }
        return json.bytes
    }

    private func entry(_ version: RecordVersion, _ json: inout JSONWriter) {
        json.member("fullUrl", urls.url(type, id))
        if let body = version.body { json.member("resource", json: body) }
        // A first version under an id of ours came by POST; under the client's own, by PUT.
        let isPost = version.version == 1 && version.head.id == nil
        let method = version.body == nil ? "DELETE" : isPost ? "POST" : "PUT"
        json.object("request") {
            $0.member("method", method)
            $0.member("url", isPost ? type : "\(type)/\(id)")
        }
        json.object("response") {
            $0.member("status", version.body == nil ? "204" : version.version == 1 ? "201" : "200")
            $0.member("etag", EntityTag(version: version.version, isWeak: true).description)
            $0.member("lastModified", RFC3339.format(version.writtenAt))
        }
    }
}
