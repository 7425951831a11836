import CareModels
import Foundation
import HTTP
import JSON

/// A page of a whole record: a Bundle of type `searchset`.
struct EverythingView: Sendable {
    let page: VersionPage
    let id: String
    let filter: WholeRecordFilter
    /// Where it begins and where it goes on, as links say it.
    let after: String?
    let next: String?
    let query: QueryParameters
    let urls: ResourceURLs

    var bytes: [UInt8] {
        var address = "\(urls.url("Patient", id))/$everything?_count=\(filter.limit)"
        // They were read as dates, types and instants: nothing in them needs an escape but a plus.
        for name in ["_since", "_type", "start", "end"] {
            if let value = query[name] { address += "&\(name)=\(value.replacing("+", with: "%2B"))" }
        }
        let links = BundleLinks(own: address + (after.map { "&_after=\($0)" } ?? ""), next: next.map { "\(address)&_after=\($0)" })
        let found = page.versions
        var json = JSONWriter(capacity: 512 + found.reduce(0) { $0 + ($1.body?.count ?? 0) + 400 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "searchset")
            links.write(&$0)
            if found.isEmpty { return }
            $0.list("entry", found) { version, json in
                json.object {
                    $0.member("fullUrl", urls.url(version.record.type, version.id))
                    if let body = version.body { $0.member("resource", json: body) }
                    $0.object("search") {
                        RecordExtensions.write(version, &$0)
                        $0.member("mode", "match")
                    }
                }
            }
        }
        return json.bytes
    }
}
