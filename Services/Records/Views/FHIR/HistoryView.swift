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
                json.object { HistoryEntry.write(version, type, id, urls, &$0) }
            }
        }
        return json.bytes
    }
}
