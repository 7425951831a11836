import CareModels
import Foundation
import JSON

/// What a search and a batch are answered with, as far as the client reads it.
struct FhirBundle {
    private let root: JSONValue

    init(_ reply: HTTPReply) throws {
        guard let root = try? JSONDocument([UInt8](reply.body)).root, root["resourceType"]?.string == "Bundle" else { throw CareError.unreadable("a Bundle") }
        self.root = root
    }

    var total: Int? { root["total"]?.number.flatMap { Int(exactly: $0) } }

    private var entries: [JSONValue] { root["entry"].map { Array($0.children) } ?? [] }

    /// What was found, without what stands beside it.
    func found() throws -> [FhirRecord] {
        try entries.compactMap { entry in
            guard let search = entry["search"], search["mode"]?.string == "match", let resource = entry["resource"] else { return nil }
            return try FhirRecord(Data(resource.bytes), annotations: Self.annotations(search), createdAt: Self.createdAt(search))
        }
    }

    /// Where the list goes on.
    var next: String? {
        let link = root["link"]?.children.first { $0["relation"]?.string == "next" }
        guard let url = link?["url"]?.string, let parts = URLComponents(string: url) else { return nil }
        return parts.queryItems?.first { $0.name == "_after" }?.value
    }

    /// What became of a batch's entries, in their order.
    func outcomes() throws -> [HTTPReply] {
        try entries.map { entry in
            guard let response = entry["response"], let status = response["status"]?.string.flatMap({ Int($0.prefix(3)) }) else {
                throw CareError.unreadable("a Bundle's entry")
            }
            return HTTPReply(status: status, body: Data((response["outcome"] ?? entry["resource"])?.bytes ?? []))
        }
    }

    private static func annotations(_ search: JSONValue) -> [String] { FhirAnnotations.words(of: member("valueString", of: FhirAnnotations.url, search) ?? "") }

    private static func createdAt(_ search: JSONValue) -> Date? {
        member("valueInstant", of: "https://careline.example/fhir/record-created", search).flatMap { RFC3339.parse($0) }
    }

    private static func member(_ name: String, of url: String, _ search: JSONValue) -> String? {
        search["extension"]?.children.first { $0["url"]?.string == url }?[name]?.string
    }
}
