import CareModels
import Foundation
import HTTP

/// What the handlers of one release share.
struct FHIRService: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    /// In bytes, of one resource and of a bundle.
    static let resourceLimit = 4 << 20
    static let bundleLimit = 32 << 20

    var base: String { dependencies.base + release.path }

    func place(_ owner: UserID, _ type: String) -> RecordPlace { RecordPlace(owner: owner, format: release.format, type: type) }

    /// The type in the path, which has to be one of the release's.
    func type(_ request: Request) throws -> String { try known(type: try request.parameter("type")) }

    func known(type: String) throws -> String {
        guard release.hasType(type) else {
            throw Problem(
                .notFound, "unknown-type", title: "Unknown resource type", detail: "FHIR \(release.version) has no such type of resource.",
                extensions: ["code": "not-supported"])
        }
        return type
    }

    /// An id that none can have names nothing.
    func id(_ request: Request) throws -> String {
        let id = try request.parameter("id")
        guard ResourceID.isValid(id) else { throw Problem.notFound("resource") }
        return id
    }

    /// The resource in a body that is to be stored as this type.
    func draft(_ request: Request, type: String) throws -> ResourceDraft {
        try FHIRMedia.checkBody(request)
        return try check(try ResourceDraft(request.body), type: type)
    }

    func check(_ draft: ResourceDraft, type: String) throws -> ResourceDraft {
        guard draft.type == type else {
            throw ResourceFault(.invalid, "The resource's type is not that of the address, \(type).", at: draft.path("resourceType"))
        }
        return draft
    }

    /// An update's resource has the id of its address.
    func check(_ draft: ResourceDraft, id: String) throws {
        guard let own = draft.id else { throw ResourceFault(.required, "The resource needs the id of the address.", at: draft.path("id")) }
        guard own == id else { throw ResourceFault(.invalid, "The resource's id is not that of the address.", at: draft.path("id")) }
    }

    // MARK: Answers

    func url(_ type: String, _ id: String, version: Int? = nil) -> String {
        "\(base)/\(type)/\(id)" + (version.map { "/_history/\($0)" } ?? "")
    }

    func headers(version: Int, at instant: Date, annotations: [String]) -> HTTPHeaders {
        var headers: HTTPHeaders = [
            "Content-Type": FHIRMedia.type, "ETag": VersionTags.tag(version), "Last-Modified": HTTPDate.format(instant)
        ]
        if !annotations.isEmpty { headers.add(name: "Care-Annotations", value: Annotations(stored: annotations).header) }
        return headers
    }

    /// Of a create or an update.
    func response(_ written: RecordWriter.Written, type: String, _ preference: Preference) -> Response {
        var headers = headers(version: written.version, at: written.at, annotations: written.annotations)
        headers.add(name: "Location", value: url(type, written.id, version: written.version))
        let status: HTTPResponseStatus = written.isNew ? .created : .ok
        switch preference {
        case .representation:
            return Response(status, headers: headers, body: written.body ?? [])
        case .minimal:
            headers.remove(name: "Content-Type")
            return Response(status, headers: headers)
        case .outcome:
            let issue = OperationOutcome.Issue(severity: "information", code: "informational", diagnostics: "Stored as version \(written.version).")
            return Response(status, headers: headers, body: OperationOutcome.body([issue]))
        }
    }
}
