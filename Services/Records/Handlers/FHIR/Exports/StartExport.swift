import CareModels
import FHIR
import Foundation
import HTTP
import Outbox

/// `GET` and `POST /fhir/…/$export` and `/fhir/…/Patient/$export` (Bulk Data Access 2.0): asks for a whole record as NDJSON, or, as a machine,
/// for everybody's. A POST says what it asks for in its Parameters; of patients it may name some.
struct StartExport: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    var isOfPatients = false

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let (owner, permissions) = try await request.exportAccess(dependencies)
        if isOfPatients, try request.resourceType(release) != "Patient" {
            throw ResourceFault(.notSupported, "Exports are of all patients' records, or of the system: Patient/$export and $export.")
        }
        let wish = try wish(request)
        guard Preference.isAsync(request) else {
            throw ResourceFault(.required, "An export is made in the background: send Prefer: respond-async.")
        }
        let types = try types(wish, request, try permissions.reaches(.read, release))
        let persons = try await persons(wish, of: owner)
        let now = dependencies.moment()
        let base = dependencies.urls(release).base
        // Who exports what is new since the last one misses nothing that was being written then.
        let since = wish.since?.addingTimeInterval(-60)
        let export = RecordExport(
            id: ExportID(dependencies.newID()), owner: owner, caller: request.exportCaller, release: release, types: types,
            since: since, request: base + (isOfPatients ? "/Patient" : "") + "/$export" + (request.queryString.isEmpty ? "" : "?" + request.queryString), at: now,
            expiresAt: now.addingTimeInterval(dependencies.exports.kept.seconds), namesDeletions: since != nil, persons: persons)
        guard export.request.utf8.count <= 4096 else { throw ResourceFault(.tooLong, "The address is too long.") }
        return try await begun(export, request, Response(.accepted, headers: ["Content-Location": "\(base)/$export/\(export.id)/status"]))
    }

    /// FHIR's GET has begun one each time; what is posted is begun once.
    private func begun(_ export: RecordExport, _ request: Request, _ answer: Response) async throws -> Response {
        let begin = BeginExport(most: dependencies.exports.most)
        guard request.method == .POST else {
            try await dependencies.pool.transaction { tx in try await begin(export, tx) }
            return answer
        }
        let content = request.body + Array((export.owner?.description ?? "").utf8)
        return try await dependencies.pool.idempotent(request, content: content) { tx in
            try await begin(export, tx)
            return answer
        }
    }

    private func wish(_ request: Request) throws -> ExportWish {
        let isPosted = request.method == .POST
        var wish = ExportWish(isLenient: Preference.isLenient(request))
        try wish.read(try QueryParameters.list(request.queryString.utf8), isWhole: !isPosted)
        guard isPosted else { return wish }
        try FHIRMedia.checkBody(request)
        try wish.read(parameters: request.body, ofPatients: isOfPatients, base: dependencies.urls(release).base)
        return wish
    }

    private func types(_ wish: ExportWish, _ request: Request, _ reaches: [String: RecordReach]) throws -> [String] {
        guard let names = wish.types else { return reaches.keys.sorted() }
        guard names.allSatisfy(release.hasType) else {
            throw Faults("_type", "must be types of resources of FHIR \(release.version) with commas between, such as Observation,Condition")
        }
        for type in names {
            // Throws what would let it.
            if reaches[type] == nil { throw Problem.insufficientScope(["\(request.identity.role == .service ? "system" : "patient")/\(type).r"]) }
        }
        guard !names.isEmpty else { throw ResourceFault(.required, "_type names no type.") }
        return names.sorted()
    }

    /// Of everybody's those who are named, each by their account or by a Patient resource of theirs; nil: nobody is, or the export is of one record anyhow, whose person
    /// alone can be named then.
    private func persons(_ wish: ExportWish, of owner: UserID?) async throws -> [UserID]? {
        guard let patients = wish.patients else { return nil }
        let known = try await dependencies.pool.withConnection { try await $0.persons(named: patients.map(\.id)) }
        var (persons, checks): (Set<UserID>, Checks) = ([], Checks())
        for patient in patients {
            // Of whom nothing is stored yet, there is an account all the same.
            let person = known[patient.id] ?? (patient.id == owner ? owner : nil)
            if let person, owner == nil || person == owner {
                persons.insert(person)
            } else {
                checks.fail(patient.place, "names nobody whose record this is an export of")
            }
        }
        try checks.done()
        return owner == nil ? persons.sorted() : nil
    }
}
