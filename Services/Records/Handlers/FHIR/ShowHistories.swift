import CareModels
import FHIR
import Foundation
import HTTP
import Sealing

/// `GET /fhir/…/:type/_history` and `GET /fhir/…/_history`: what has changed, of a type or of all, newest first.
struct ShowHistories: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    var isOfType = false
    /// Where the address has no parameter of it.
    var fixedType: String?

    static let query = Request.subsetParameters.union(["_count", "_since", "_at", "_after", "_format", "_pretty"])

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let type = isOfType ? try fixedType ?? request.resourceType(release) : nil
        let reaches = try type.map { [$0: try access.permissions.reach(.read, $0)] } ?? access.permissions.reaches(.read, release)
        let types = reaches.count == release.types.count ? nil : reaches.keys.sorted()
        var checks = Checks()
        let limit = try checks.read(request.pageSize(50, most: 200)) ?? 50
        var filter = HistoryFilter(owner: access.owner, format: release.format, types: types, limit: limit)
        filter.when = try checks.read(request.historyTime())
        try checks.done()
        let after = request.query["_after"]
        let subset = try request.subset(type, dependencies, release)
        let isWhole = reaches.values.allSatisfy { $0 == .everything }
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { [filter] key, connection -> (page: VersionPage, next: String?) in
            var filter = filter
            filter.after = try after.map { try Self.place($0, key) }
            let page = try await connection.heldNow(try await connection.history(filter, key).within(reaches), within: reaches, key)
            guard page.hasMore, let last = page.last else { return (page, nil) }
            let next = HistoryFilter.Place(writtenAt: last.writtenAt, record: last.record.id, version: last.version)
            // Which may be out of reach.
            return (page, isWhole ? next.text : try next.sealed(key))
        }
        let (page, next) = found ?? (VersionPage(), nil)
        AccessTrail.current?.found(page.versions)
        let shown = try page.cut(by: subset, within: dependencies.budget(of: request))
        return .fhir(
            HistoriesView(
                page: shown, type: type, filter: filter, subset: request.subsetInLinks, after: after, next: next, urls: dependencies.urls(release)
            ).bytes)
    }

    private static func place(_ text: String, _ key: PersonKey) throws -> HistoryFilter.Place {
        if let place = HistoryFilter.Place(text, key) { return place }
        let parts = text.split(separator: "_").map(String.init)
        guard parts.count == 3, let milliseconds = Int64(parts[0]), (0..<1 << 45).contains(milliseconds), let record = RecordID(parts[1]), let version = Int(parts[2])
        else { throw Problem.invalid(Fault("_after", "is no place in this list; follow the next link")) }
        return HistoryFilter.Place(writtenAt: Date(timeIntervalSince1970: Double(milliseconds) / 1000), record: record, version: version)
    }
}

extension Request {
    /// Of which time versions are asked for: from an instant on, or what was current at one.
    func historyTime() throws -> HistoryFilter.When? {
        var checks = Checks()
        let (since, at) = (try checks.read(query.instant("_since")), try checks.read(query.instant("_at")))
        checks.check(query["_since"] == nil || query["_at"] == nil, "_at", "cannot go with _since")
        try checks.done()
        return since.map { .since($0) } ?? at.map { .at($0) }
    }
}
