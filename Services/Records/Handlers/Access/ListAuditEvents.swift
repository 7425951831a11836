import CareModels
import FHIR
import HTTP

/// `GET /fhir/…/AuditEvent`, of `SearchResources`: the same as FHIR has it. What apps stored under that type themselves is found by `POST …/AuditEvent/_search`.
struct ListAuditEvents: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    static let query: Set<String> = ["date", "_count", "_after", "_format", "_pretty"]

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        _ = try access.permissions.reach(.search, "AuditEvent")
        guard access.standing.isInPlaceOfOwner else { throw RecordPermissions.Refusal.patientAlone }
        let limit = try request.query.int("_count", in: 1...200) ?? 50
        var (range, checks) = (TimeRange(), Checks())
        for (name, _) in try QueryParameters.list(request.queryString.utf8) where !Self.query.contains(name) {
            checks.fail(String(name.prefix(64)), "is not a search parameter here")
        }
        let dates = request.query.all("date")
        for date in dates where !range.narrow(fhir: date) {
            checks.fail("date", "must be a date or instant, with eq, ge, gt, le, lt, sa or eb before it: ge2026-03-08, lt2026-03-08T14:30:00Z")
        }
        let place = request.query["_after"].flatMap { NotedID($0) }
        if request.query["_after"] != nil, place == nil { checks.fail("_after", "is no place in this list; follow the next link") }
        try checks.done()
        let narrowed = range
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection in
            try await connection.notedAccesses(of: access.owner, in: narrowed, after: place, limit: limit, key)
        }
        let page = found ?? AccessPage(events: [], hasMore: false)
        let next = page.hasMore ? page.events.last?.id.description : nil
        let view = AuditEventsView(
            events: page.events, owner: access.owner, release: release, urls: dependencies.urls(release), query: dates.map { ("date", $0) }, limit: limit, next: next)
        return .fhir(view.bytes)
    }
}

extension Dependencies {
    /// One of them, for whom the record is; nil when it is none.
    func noted(_ id: String, of access: RecordAccess, _ type: String, _ release: FHIRRelease) async throws -> [UInt8]? {
        guard type == "AuditEvent", access.standing.isInPlaceOfOwner, let id = NotedID(id) else { return nil }
        let found = try await pool.read(of: access.owner, keys) { key, connection in try await connection.notedAccess(id, of: access.owner, key) }
        return found.flatMap { $0 }.map { AuditEventView(noted: $0, owner: access.owner, release: release).bytes }
    }
}
