import CareModels
import Foundation
import JSON

/// A resource as the platform keeps it: which version it is, since when, and the words that it is found again by.
public struct FhirRecord: Codable, Equatable, Identifiable, Sendable {
    /// What it holds.
    public var resource: FhirResource
    /// The resource's own.
    public var id: String
    /// From 1 on, one more with each change (`meta.versionId`).
    public var version: Int
    /// When this version was written.
    public var updatedAt: Date
    /// When the first one was; lists alone tell.
    public var createdAt: Date?
    /// The words that it is found by.
    public var annotations: [String]

    /// The resource's: `Observation`.
    public var type: String { resource.type }
}

extension FhirRecord {
    /// What an answer holds.
    init(_ reply: HTTPReply) throws {
        try self.init(reply.body, annotations: FhirAnnotations.words(of: reply.headers["care-annotations"] ?? ""))
    }

    init(_ json: Data, annotations: [String] = [], createdAt: Date? = nil) throws {
        let resource = try FhirResource(json: json)
        guard let id = resource.id, let meta = try JSONDocument([UInt8](json)).root["meta"], let version = meta["versionId"]?.string.flatMap({ Int($0) }),
            let updated = meta["lastUpdated"]?.string.flatMap({ RFC3339.parse($0) })
        else { throw CareError.unreadable("a record") }
        self.init(resource: resource, id: id, version: version, updatedAt: updated, createdAt: createdAt, annotations: annotations)
    }

    /// The entity tag of this version.
    static func tag(_ version: Int) -> String { "W/\"\(version)\"" }
}

/// Words with commas between, percent-encoded, as the header `Care-Annotations` has them.
enum FhirAnnotations {
    static let url = "https://careline.example/fhir/annotations"

    static func header(_ words: [String]) -> String { words.map(\.formEncoded).joined(separator: ",") }

    static func words(of header: String) -> [String] {
        header.split(separator: ",").compactMap { $0.trimmingCharacters(in: .whitespaces).removingPercentEncoding }.filter { !$0.isEmpty }
    }
}
