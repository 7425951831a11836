import CareModels
import FHIR
import HTTP

/// `GET /fhir/…/AuditEvent` and `POST /fhir/…/AuditEvent/_search`, of `SearchResources`: the log as FHIR has it. What apps store under that type themselves is found
/// where all types are searched (`/fhir/…?_type=AuditEvent`).
struct ListAuditEvents: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    private static let shown: Set = ["_format", "_pretty"]

    func handle(_ pairs: [(name: String, value: String)], _ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        _ = try access.permissions.reach(.search, "AuditEvent")
        guard access.standing.isInPlaceOfOwner else { throw RecordPermissions.Refusal.patientAlone }
        let asked = try asked(pairs)
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection in
            try await connection.notedAccesses(of: access.owner, in: asked.range, after: asked.place, limit: asked.limit, key, where: asked.search)
        }
        let page = found ?? AccessPage(events: [], hasMore: false)
        let view = AuditEventsView(
            events: page.events, owner: access.owner, release: release, urls: dependencies.urls(release), query: asked.given, limit: asked.limit,
            next: page.next?.description)
        return .fhir(view.bytes)
    }

    private struct Asked: Sendable {
        var range = TimeRange()
        var search = AccessSearch()
        var place: NotedID?
        var limit = 50
        /// As it was given.
        var given: [(name: String, value: String)] = []
    }

    private func asked(_ pairs: [(name: String, value: String)]) throws -> Asked {
        var (asked, checks) = (Asked(), Checks())
        let base = dependencies.urls(release).base
        for (name, value) in pairs {
            switch name {
            case "date":
                if !asked.range.narrow(fhir: value) {
                    checks.fail("date", "must be a date or instant, with eq, ge, gt, le, lt, sa or eb before it: ge2026-03-08, lt2026-03-08T14:30:00Z")
                }
                asked.given.append((name, value))
            case "_count":
                if let limit = Int(value), limit >= 1 { asked.limit = min(limit, 200) } else { checks.fail(name, "must be a whole number from 1 on") }
            case "_after":
                asked.place = NotedID(value)
                if asked.place == nil { checks.fail(name, "is no place in this list; follow the next link") }
            case let name where AccessSearch.parameters.contains(name):
                do throws(AccessSearch.SearchRefusal) {
                    try asked.search.add(name, value, base: base)
                    asked.given.append((name, value))
                } catch {
                    checks.fail(
                        name, "must have 1 to \(limit: AccessSearch.mostValues) values with commas between, in \(AccessSearch.mostParameters) parameters at most")
                }
            case let name where Self.shown.contains(name): break
            default: checks.fail(name.shortened, "is not a search parameter here")
            }
        }
        try checks.done()
        return asked
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
