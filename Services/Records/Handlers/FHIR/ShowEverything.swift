import CareModels
import FHIR
import Foundation
import HTTP
import JSON

/// `GET` and `POST /fhir/…/Patient/:id/$everything`: the whole record of the person, in pages. Everything in a record is about its person, so the compartment is the
/// record. A POST says what it asks for in Parameters; its next pages have addresses like those of a GET.
struct ShowEverything: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    static let query: Set<String> = ["_count", "_since", "_type", "start", "end", "_after", "_format", "_pretty"]

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let place = RecordPlace.resources(try request.resourceType(release), release, access.owner)
        guard place.type == "Patient" else { throw ResourceFault(.notSupported, "Everything is there of a Patient.") }
        let id = try request.resourceID()
        let reaches = try access.permissions.reaches(.read, release)
        let query = try OperationParameters.everything.query(request)
        var checks = Checks()
        let since = try checks.read(query.instant("_since"))
        let limit = try checks.read(query.pageSize(SearchQuery.pageSize, most: SearchQuery.mostPerPage)) ?? SearchQuery.pageSize
        let types = types(query, reaches, &checks)
        let care = care(query, &checks)
        try checks.done()
        var filter = WholeRecordFilter(
            owner: access.owner, format: release.format, types: types, since: since, limit: limit)
        let after = query["_after"]
        filter.after = after.flatMap { RecordID($0) }
        let isWhole = release.types.allSatisfy { reaches[$0] == .everything } && care == TimeRange()
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { [filter] key, connection -> (page: VersionPage, next: String?) in
            // By what they call themselves somebody is known who is no Patient here yet.
            if id != access.owner.description {
                guard let reach = reaches[place.type], let patient = try await connection.storedCurrent(id, in: place, within: reach, key), patient.body != nil
                else { throw Refusal.noSuch(.resource) }
            }
            var filter = filter
            if let after, filter.after == nil {
                guard let place = SearchPlace(after, key) else { throw Problem.invalid(Fault("_after", "is no place in this list; follow the next link")) }
                filter.after = place.id
            }
            let page = try await connection.wholeRecord(filter, key) { version in Self.isShown(version, reaches, care) }
            // Where it goes on may be behind what is out of reach.
            let next = try page.place(behind: filter.limit).map { isWhole ? $0.id.description : try $0.sealed(key) }
            return (page, next)
        }
        guard found != nil || id == access.owner.description else { throw Refusal.noSuch(.resource) }
        let (page, next) = found ?? (VersionPage(), nil)
        AccessTrail.current?.found(page.versions)
        let view = EverythingView(page: page, id: id, filter: filter, after: after, next: next, query: query, urls: dependencies.urls(release))
        return .fhir(view.bytes)
    }

    private func types(_ query: QueryParameters, _ reaches: [String: RecordReach], _ checks: inout Checks) -> [String]? {
        guard let text = query["_type"] else { return reaches.count == release.types.count ? nil : reaches.keys.sorted() }
        let names = Set(text.split(separator: ",").map(String.init))
        checks.check(
            names.allSatisfy(release.hasType), "_type", "must be types of resources of FHIR \(release.version) with commas between, such as Observation,Condition")
        return names.filter { reaches[$0] != nil }.sorted()
    }

    /// From one day up to and with another.
    private func care(_ query: QueryParameters, _ checks: inout Checks) -> TimeRange {
        var range = TimeRange()
        for (name, prefix) in [("start", "ge"), ("end", "le")] {
            guard let text = query[name] else { continue }
            let isDate = text.first?.isNumber == true && range.narrow(fhir: prefix + text)
            checks.check(isDate, name, "must be a date, such as 2026-03-08")
        }
        return range
    }

    private static func isShown(_ version: RecordVersion, _ reaches: [String: RecordReach], _ care: TimeRange) -> Bool {
        guard let reach = reaches[version.record.type], let body = version.body else { return false }
        if reach == .everything, care == TimeRange() { return true }
        guard let root = try? JSONDocument(body, limits: .resource).root else { return false }
        return reach.holds(root, version.annotations) && CareDates.isWithin(care, root)
    }
}
