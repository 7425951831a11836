import CareModels
import Foundation
import JSON

/// What a search found, newest first: a Bundle of type `searchset`.
struct SearchsetView: Sendable {
    let found: FoundResources
    let urls: ResourceURLs

    init(_ found: FoundResources, _ urls: ResourceURLs) {
        self.found = found
        self.urls = urls
    }

    var bytes: [UInt8] {
        let shown = found.page.versions
        let type = found.place.type
        var json = JSONWriter(capacity: 512 + shown.reduce(0) { $0 + ($1.body?.count ?? 0) + 200 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "searchset")
            if let total = found.total { $0.member("total", total) }
            $0.list("link", links) { link, json in
                json.object {
                    $0.member("relation", link.relation)
                    $0.member("url", link.url)
                }
            }
            let missing = MissingIDs.of(found)
            if shown.isEmpty, missing.isEmpty { return }
            let entries = shown.map(Optional.some) + (missing.isEmpty ? [] : [nil])
            $0.list("entry", entries) { entry, json in
                json.object {
                    guard let version = entry else { return MissingIDs.write(missing, &$0) }
                    $0.member("fullUrl", urls.url(type, version.id))
                    $0.member("resource", json: version.body ?? Self.tombstone(version, type))
                    $0.object("search") {
                        RecordExtensions.write(version, &$0)
                        $0.member("mode", "match")
                    }
                }
            }
        }
        return json.bytes
    }

    private var links: [(relation: String, url: String)] {
        let query = found.query
        func url(_ more: [(name: String, value: String)]) -> String {
            let pairs = (query.conditions + more).map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }
            return "\(urls.base)/\(found.place.type)" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        }
        let size = ("_count", String(query.page.limit))
        var links = [(relation: "self", url: url(query.isCount ? [] : [size] + (query.page.after.map { [("_after", $0.description)] } ?? [])))]
        if found.page.hasMore, let last = found.page.last {
            links.append((relation: "next", url: url([size, ("_after", last.record.id.description)])))
        }
        return links
    }

    private static let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,():")

    private static func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }

    /// What stands in a list for a resource that was deleted.
    private static func tombstone(_ version: RecordVersion, _ type: String) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("resourceType", type)
            $0.member("id", version.id)
            $0.object("meta") {
                $0.member("versionId", String(version.version))
                $0.member("lastUpdated", RFC3339.format(version.writtenAt))
                $0.list("tag", ["deleted"]) { code, json in
                    json.object {
                        $0.member("system", "https://careline.example/fhir/record-status")
                        $0.member("code", code)
                    }
                }
            }
        }
        return json.bytes
    }
}
