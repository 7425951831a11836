import CareModels
import FHIR
import Postgres
import Sealing

/// What a search found: how many there are, a page of them, and what is shown beside it.
struct FoundResources: Sendable {
    var query: SearchQuery
    /// Nil when nobody asked, or it cannot be told without opening all of them.
    var total: Int? = 0
    var page: [RecordVersion] = []
    /// Where the list goes on (`_after`); nil at its end.
    var next: String?
    var included: [RecordVersion] = []
    /// Of a search across persons: whose they are.
    var owners: [RecordID: UserID] = [:]
    /// More would have to be included.
    var isIncludeCut = false

    init(query: SearchQuery) { self.query = query }

    init(_ query: SearchQuery, _ page: VersionPage, total: Int?) {
        self.query = query
        self.total = total
        self.page = page.versions
        next = page.hasMore ? page.last?.record.id.description : nil
    }
}

/// Finds a person's resources of a release, for one caller.
struct FindResources: Sendable {
    let indexes: PersonIndexes
    let release: FHIRRelease
    /// Of the release's resources, as clients see them.
    let base: String
    let permissions: RecordPermissions
    /// Of several searches together; nil: each has its own.
    var budget: Budget?

    /// `overlay`: of the transaction that it is a part of.
    func callAsFunction(_ query: SearchQuery, _ key: PersonKey, _ runner: some PostgresRunner, _ overlay: IndexOverlay? = nil) async throws -> FoundResources {
        if query.isPlain, query.place == nil, case .type(let type) = query.scope {
            let reach = try permissions.reach(.search, type)
            // Who wants to know how many there are is told, whatever narrows it: by the index, which opens none of them.
            if reach == .everything || !(query.isAcrossPersons || query.isByNumber || query.asksTotal) {
                return try await runner.search(query, in: .resources(type, release, key.person), within: reach, key)
            }
        }
        let opening = opening(key)
        if overlay == nil, let (index, known) = indexes.known(opening) {
            do {
                return try await search(query, in: index, opening, runner, known)
            } catch is IndexOutdated {}
        }
        return try await search(query, in: try await indexes.index(opening, runner, overlay), opening, runner)
    }

    private func search(
        _ query: SearchQuery, in index: PersonIndex?, _ opening: SearchOpening, _ runner: some PostgresRunner, _ known: KnownIndex? = nil
    ) async throws -> FoundResources {
        let source = RecordSource(
            opening: opening, runner: runner, index: index, budget: budget ?? Budget(), known: known, portion: indexes.portion)
        return try await ResourceSearch(query: query, permissions: permissions, source: source)()
    }

    private func opening(_ key: PersonKey) -> SearchOpening { SearchOpening(release: release, key: key, base: base) }

    /// Reads the person's index before a transaction with conditions begins: what that one reads is not kept, and holds the person's lock meanwhile.
    func prepare(_ owner: UserID, _ pool: PostgresPool, _ keys: PersonKeys) async throws {
        _ = try await indexes.inTurn(PersonIndexes.Person(owner: owner, release: release)) {
            try await pool.read(of: owner, keys) { key, connection in _ = try await indexes.index(opening(key), connection) }
        }
    }
}
