import CareModels
import Foundation
import HTTP
import JSON

/// `GET /fhir/…/:type/:id/_history`: every version, newest first.
struct ShowHistory: Sendable {
    let fhir: FHIRService

    static let query: Set<String> = ["_count", "_since", "_before", "_format", "_pretty"]

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let place = fhir.place(try request.owner(), try fhir.type(request))
        let id = try fhir.id(request)
        let limit = try request.query.int("_count", in: 1...200) ?? 50
        let before = try request.query.int("_before", in: 1...Int.max)
        let since = try request.query.instant("_since")
        let found = try await fhir.dependencies.read(of: place.owner, nothing: (VersionPage(), 0)) { key, connection in
            let page = try await connection.history(of: id, in: place, key, since: since, before: before, limit: limit)
            return (page, try await connection.countVersions(of: id, in: place, key, since: since))
        }
        guard !found.0.versions.isEmpty || since != nil || before != nil else { throw Problem.notFound("resource") }
        let bundle = bundle(found.0, total: found.1, place.type, id, limit: limit, since: since)
        return Response(.ok, headers: ["Content-Type": FHIRMedia.type], body: bundle)
    }

    private func bundle(_ page: VersionPage, total: Int, _ type: String, _ id: String, limit: Int, since: Date?) -> [UInt8] {
        let address = fhir.url(type, id) + "/_history?_count=\(limit)" + (since.map { "&_since=\(RFC3339.format($0))" } ?? "")
        var links = [(relation: "self", url: address)]
        let found = page.versions
        if page.hasMore, let last = found.last { links.append((relation: "next", url: address + "&_before=\(last.version)")) }
        var json = JSONWriter(capacity: 512 + found.reduce(0) { $0 + ($1.body?.count ?? 0) + 300 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "history")
            $0.member("total", total)
            $0.list("link", links) { link, json in
                json.object {
                    $0.member("relation", link.relation)
                    $0.member("url", link.url)
                }
            }
            if found.isEmpty { return }
            $0.list("entry", found) { version, json in
                json.object { entry(version, type, id, &$0) }
            }
        }
        return json.bytes
    }

    private func entry(_ version: RecordVersion, _ type: String, _ id: String, _ json: inout JSONWriter) {
        json.member("fullUrl", fhir.url(type, id))
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
            $0.member("etag", VersionTags.tag(version.version))
            $0.member("lastModified", RFC3339.format(version.writtenAt))
        }
    }
}
