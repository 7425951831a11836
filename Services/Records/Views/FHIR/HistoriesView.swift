import CareModels
import Foundation
import JSON

/// What has changed in a record, newest first: a Bundle of type `history`.
struct HistoriesView: Sendable {
    let page: VersionPage
    /// Nil: of all types.
    let type: String?
    let filter: HistoryFilter
    /// What is shown of each, as links say it.
    let subset: String
    /// Where it begins and where it goes on, as links say it.
    let after: String?
    let next: String?
    let urls: ResourceURLs

    var bytes: [UInt8] {
        let asked = "_count=\(filter.limit)" + (filter.when?.parameter ?? "") + subset
        let address = urls.base + (type.map { "/\($0)" } ?? "") + "/_history?\(asked)"
        let links = BundleLinks(own: address + (after.map { "&_after=\($0)" } ?? ""), next: next.map { "\(address)&_after=\($0)" })
        let found = page.versions
        var json = JSONWriter(capacity: 512 + found.reduce(0) { $0 + ($1.body?.count ?? 0) + 400 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "history")
            links.write(&$0)
            if found.isEmpty { return }
            $0.list("entry", found) { version, json in
                json.object { HistoryEntry.write(version, version.record.type, version.id, urls, &$0) }
            }
        }
        return json.bytes
    }
}

extension HistoryFilter.When {
    /// As a link has it, behind others.
    var parameter: String {
        switch self {
        case .since(let instant): "&_since=\(RFC3339.format(instant))"
        case .at(let instant): "&_at=\(RFC3339.format(instant))"
        }
    }
}

extension HistoryFilter.Place {
    /// As a link has it.
    var text: String { "\(Int64((writtenAt.timeIntervalSince1970 * 1000).rounded()))_\(record)_\(version)" }
}
