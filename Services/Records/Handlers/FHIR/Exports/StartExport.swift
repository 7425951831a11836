import CareModels
import FHIR
import Foundation
import HTTP

/// `GET /fhir/…/$export` and `GET /fhir/…/Patient/$export` (Bulk Data Access 2.0): asks for a whole record as NDJSON, or, as a machine, for everybody's.
struct StartExport: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    var isOfPatients = false

    static let query: Set<String> = ["_outputFormat", "_since", "_type", "_typeFilter", "_format", "_pretty"]
    private static let formats: Set<String> = ["application/fhir+ndjson", "application/fhir ndjson", "application/ndjson", "ndjson"]

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let (owner, permissions) = try await request.exportAccess(dependencies)
        if isOfPatients, try request.resourceType(release) != "Patient" {
            throw ResourceFault(.notSupported, "Exports are of all patients' records, or of the system: Patient/$export and $export.")
        }
        guard request.headers["Prefer"].joined(separator: ",").contains("respond-async") else {
            throw ResourceFault(.required, "An export is made in the background: send Prefer: respond-async.")
        }
        let reaches = try permissions.reaches(.read, release)
        let types = try types(request, reaches)
        let settings = dependencies.exports
        let now = dependencies.instant
        let base = dependencies.urls(release).base
        // Who exports what is new since the last one misses nothing that was being written then.
        let since = try request.query.instant("_since")?.addingTimeInterval(-60)
        let export = RecordExport(
            id: ExportID(dependencies.newID()), owner: owner, caller: request.exportCaller, release: release, types: types,
            since: since, request: base + (isOfPatients ? "/Patient" : "") + "/$export" + (request.queryString.isEmpty ? "" : "?" + request.queryString), at: now,
            expiresAt: now.addingTimeInterval(settings.kept.seconds), namesDeletions: since != nil)
        guard export.request.utf8.count <= 4096 else { throw ResourceFault(.tooLong, "The address is too long.") }
        try await dependencies.pool.transaction { tx in try await BeginExport(most: settings.most)(export, tx) }
        RecordsMetrics.exports("begun").add()
        return Response(.accepted, headers: ["Content-Location": "\(base)/$export/\(export.id)/status"])
    }

    private func types(_ request: Request, _ reaches: [String: RecordReach]) throws -> [String] {
        if request.query["_typeFilter"] != nil { throw ResourceFault(.notSupported, "_typeFilter is not supported; use _type, or search.") }
        if let format = request.query["_outputFormat"], !Self.formats.contains(format) {
            throw ResourceFault(.notSupported, "Exports are application/fhir+ndjson.")
        }
        guard let text = request.query["_type"] else { return reaches.keys.sorted() }
        let names = Set(text.split(separator: ",").map(String.init))
        for name in names {
            let type = try release.known(name)
            // Throws what would let it.
            if reaches[type] == nil { throw Problem.insufficientScope(["\(request.identity.role == .service ? "system" : "patient")/\(type).r"]) }
        }
        guard !names.isEmpty else { throw ResourceFault(.required, "_type names no type.") }
        return names.sorted()
    }
}
