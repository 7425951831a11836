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
    let when: HistoryFilter.When?
    /// What is shown of each, as links say it.
    let subset: String
    let urls: ResourceURLs

    var bytes: [UInt8] {
        let address = urls.url(type, id) + "/_history?_count=\(limit)" + (when?.parameter ?? "") + subset
        let found = page.versions
        let links = BundleLinks(own: address, next: page.hasMore ? page.last.map { address + "&_before=\($0.version)" } : nil)
        var json = JSONWriter(capacity: 512 + found.reduce(0) { $0 + ($1.body?.count ?? 0) + 300 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "history")
            if let total { $0.member("total", total) }
            links.write(&$0)
            if found.isEmpty { return }
            $0.list("entry", found) { version, json in
                json.object { HistoryEntry.write(version, type, id, urls, &$0) }
            }
        }
        return json.bytes
    }
}
