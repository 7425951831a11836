import CareModels
import FHIR
import HTTP

/// `GET /fhir/…/:type` and `POST /fhir/…/:type/_search`: the person's resources of a type, of several (`/fhir/…?_type=`), or of a compartment
/// (`/fhir/…/Patient/:id/:type`). A provider or a machine that names nobody searches across persons.
struct SearchResources: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    let parametersIn: Place
    var over = Over.type

    enum Place { case query, form }

    enum Over { case type, all, compartment }

    func handle(_ request: Request) async throws -> Response {
        var pairs = try QueryParameters.list(request.queryString.utf8)
        if parametersIn == .form { pairs += try request.formList() }
        if over == .type, try request.parameter("type") == "AuditEvent" {
            return try await ListAuditEvents(dependencies: dependencies, release: release).handle(pairs, request)
        }
        try FHIRMedia.checkAccept(request)
        let urls = dependencies.urls(release)
        let reading = SearchReading(release: release, base: urls.base, now: dependencies.moment(), isLenient: Preference.isLenient(request))
        if over != .compartment, request.namesNobody {
            let search = SearchPersons(dependencies: dependencies, release: release, budget: dependencies.budget(of: request, searches: 2))
            let found = try await search(try reading.query(pairs, try scope(request)), request)
            return .searchset(SearchsetView(found, urls, request.language))
        }
        let access = try await request.access(dependencies)
        let scope = try scope(request)
        if case .type(let type) = scope { _ = try access.permissions.reach(.search, type) }
        let query = try reading.query(pairs, scope)
        AccessTrail.current?.asks(query)
        let find = dependencies.find(release, access.permissions)
        let found = try await dependencies.indexes.inTurn(PersonIndexes.Person(owner: access.owner, release: release)) {
            try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection in try await find(query, key, connection) }
        }
        AccessTrail.current?.found(found, in: scope)
        return .searchset(SearchsetView(found ?? FoundResources(query: query), urls, request.language))
    }

    private func scope(_ request: Request) throws -> SearchScope {
        switch over {
        case .type: return .type(try request.resourceType(release))
        case .all: return .all
        case .compartment:
            let name = try request.resourceType(release)
            let inner = try request.parameter("inner")
            guard Compartments.of(release).names.contains(name) else { throw Refusal.noSuch(.compartment) }
            return .compartment(name: name, id: try request.resourceID(), type: inner == "*" ? nil : try release.known(inner))
        }
    }
}

extension AccessTrail {
    /// What a list has shown, where it has shown anything: else it stays noted as what was asked for.
    func found(_ versions: [RecordVersion]) {
        if versions.isEmpty { return }
        found(versions.map { AccessEvent.Thing(action: .read, type: $0.record.type, id: $0.id, version: $0.version) }, count: versions.count)
    }

    /// What a search has shown, or at least that it looked.
    func found(_ found: FoundResources?, in scope: SearchScope) {
        let shown = (found?.page ?? []) + (found?.included ?? [])
        if shown.isEmpty { self.found([AccessEvent.Thing(action: .execute, type: scope.name)], count: 0) } else { self.found(shown) }
    }
}

extension Dependencies {
    /// - Parameter budget: of several searches together.
    func find(_ release: FHIRRelease, _ permissions: RecordPermissions, _ budget: Budget? = nil) -> FindResources {
        FindResources(indexes: indexes, release: release, base: urls(release).base, permissions: permissions, budget: budget)
    }
}
