import CareModels
import FHIR
import HTTP

/// `GET /fhir/…/AuditEvent` and `POST /fhir/…/AuditEvent/_search`, of `SearchResources`: the log as FHIR has it. What apps store under that type themselves is found
/// where all types are searched (`/fhir/…?_type=AuditEvent`).
struct ListAuditEvents: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    /// Each is looked up by itself.
    private static let mostIDs = 20
    private static let type = "AuditEvent/"
    private static let shown: Set = ["_format", "_pretty"]
    /// The order that there is.
    private static let orders: Set = ["-date", "-_lastUpdated"]

    func handle(_ pairs: [(name: String, value: String)], _ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        _ = try access.permissions.reach(.search, "AuditEvent")
        guard access.standing.isInPlaceOfOwner else { throw RecordPermissions.Refusal.patientAlone }
        let asked = try asked(pairs, isLenient: Preference.isLenient(request))
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection -> AccessPage in
            guard let ids = asked.ids else {
                return try await connection.notedAccesses(of: access.owner, in: asked.range, after: asked.place, limit: asked.limit, key, where: asked.search)
            }
            return try await connection.notedAccesses(
                ids, of: access.owner, in: asked.range, after: asked.place, limit: asked.limit, key, where: asked.search)
        }
        let page = found ?? AccessPage(events: [], hasMore: false)
        let view = AuditEventsView(
            events: page.events, owner: access.owner, release: release, urls: dependencies.urls(release), query: asked.given, limit: asked.limit,
            next: page.next?.description, ignored: asked.ignored, language: request.language)
        let response = Response.fhir(view.bytes)
        return asked.ignored.isEmpty ? response : response.written(in: request.language)
    }

    private struct Asked: Sendable {
        var range = TimeRange()
        var search = AccessSearch()
        var place: NotedID?
        var limit = 50
        /// Nil: whatever they are called.
        var ids: [NotedID]?
        /// As it was given.
        var given: [(name: String, value: String)] = []
        /// What a lenient client has passed over.
        var ignored: [Fault] = []

        /// Given again, it has to be among both. False when they are too many.
        mutating func take(ids text: String) -> Bool {
            // The type may stand before each, as in every search by ids.
            let names = Set(text.split(separator: ",").map { String($0.hasPrefix(ListAuditEvents.type) ? $0.dropFirst(ListAuditEvents.type.count) : $0) })
            let known = names.compactMap { NotedID($0) }
            ids = ids?.filter { known.contains($0) } ?? known
            return (1...ListAuditEvents.mostIDs).contains(names.count)
        }
    }

    private func asked(_ pairs: [(name: String, value: String)], isLenient: Bool) throws -> Asked {
        var (asked, checks) = (Asked(), Checks())
        let base = dependencies.urls(release).base
        let parser = SearchParser(release, base: base, now: dependencies.moment())
        for (name, value) in pairs {
            switch name {
            case "date", "_lastUpdated":
                if !asked.range.narrow(fhir: value) { readTimes(name, value, parser, &asked.search, &checks) }
                asked.given.append((name, value))
            case "_id":
                if !asked.take(ids: value) { checks.fail(name, "must be at most \(limit: Self.mostIDs) ids") }
                asked.given.append((name, value))
            case "_sort":
                if !Self.orders.contains(value) { checks.fail(name, "can be -date alone here") }
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
                    Self.tooMany(name, &checks)
                }
            case let name where Self.shown.contains(name): break
            case let name where isLenient && asked.ignored.count < Faults.most:
                asked.ignored.append(Fault(name.shortened, "is not a search parameter here"))
            default: checks.fail(name.shortened, "is not a search parameter here")
            }
        }
        try checks.done()
        return asked
    }

    private static func tooMany(_ name: String, _ checks: inout Checks) {
        checks.fail(name, "must have 1 to \(limit: AccessSearch.mostValues) values with commas between, in \(AccessSearch.mostParameters) parameters at most")
    }

    /// With other prefixes, without seconds, or several with commas between.
    private func readTimes(_ name: String, _ value: String, _ parser: SearchParser, _ search: inout AccessSearch, _ checks: inout Checks) {
        do {
            guard case .updated(let times) = try parser.condition("_lastUpdated", value, of: "AuditEvent") else { return }
            try search.add(times: times)
        } catch let fault as SearchFault {
            checks.fail(name, fault.message)
        } catch {
            Self.tooMany(name, &checks)
        }
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
