import CareModels
import Foundation
import HTTP
import JSON
import Postgres
import Sealing

/// `GET /fhir/…/:type` and `POST /fhir/…/:type/_search`: the person's resources of a type, newest first.
struct SearchResources: Sendable {
    let fhir: FHIRService

    func handle(_ request: Request) async throws -> Response {
        try await search(request, try QueryParameters.list(request.queryString.utf8))
    }

    func handleForm(_ request: Request) async throws -> Response { try await search(request, try request.formList()) }

    private func search(_ request: Request, _ pairs: [(name: String, value: String)]) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let place = fhir.place(try request.owner(), try fhir.type(request))
        let query = try SearchQuery(pairs)
        let bundle = try await fhir.dependencies.read(of: place.owner, nothing: Self.bundle(VersionPage(), total: 0, query, place, fhir)) { key, connection in
            try await Self.search(query, place, fhir, key, connection)
        }
        return Response(.ok, headers: ["Content-Type": FHIRMedia.type], body: bundle)
    }

    /// A searchset.
    static func search(
        _ query: SearchQuery, _ place: RecordPlace, _ fhir: FHIRService, _ key: PersonKey, _ runner: some PostgresRunner
    ) async throws -> [UInt8] {
        let filter = query.criteria.filter(place, key)
        let total = try await runner.countRecords(filter)
        let found = query.isCount ? VersionPage() : try await runner.records(filter, query.page, key)
        // Who counts pages would pass over what is missing in this one.
        if found.isCut, query.isByNumber {
            throw ResourceFault(
                .tooCostly, "These resources are more than \(VersionPage.mostBytes) bytes; ask for fewer with _count, or go on by the next links.", at: "_page")
        }
        return bundle(found, total: total, query, place, fhir)
    }

    private static func bundle(_ found: VersionPage, total: Int, _ query: SearchQuery, _ place: RecordPlace, _ fhir: FHIRService) -> [UInt8] {
        let shown = found.versions
        var json = JSONWriter(capacity: 512 + shown.reduce(0) { $0 + ($1.body?.count ?? 0) + 200 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "searchset")
            $0.member("total", total)
            $0.list("link", links(found, query, place, fhir)) { link, json in
                json.object {
                    $0.member("relation", link.relation)
                    $0.member("url", link.url)
                }
            }
            if shown.isEmpty { return }
            $0.list("entry", shown) { version, json in
                json.object {
                    $0.member("fullUrl", fhir.url(place.type, version.id))
                    $0.member("resource", json: version.body ?? tombstone(version, place.type))
                    $0.object("search") { $0.member("mode", "match") }
                }
            }
        }
        return json.bytes
    }

    private static func links(
        _ found: VersionPage, _ query: SearchQuery, _ place: RecordPlace, _ fhir: FHIRService
    ) -> [(relation: String, url: String)] {
        func url(_ more: [(name: String, value: String)]) -> String {
            let pairs = (query.conditions + more).map { "\(escaped($0.name))=\(escaped($0.value))" }
            return "\(fhir.base)/\(place.type)" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        }
        let size = ("_count", String(query.page.limit))
        var links = [(relation: "self", url: url(query.isCount ? [] : [size] + (query.page.after.map { [("_after", $0.description)] } ?? [])))]
        if found.hasMore, let last = found.versions.last {
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
