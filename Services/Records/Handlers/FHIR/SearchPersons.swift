import CareModels
import FHIR
import HTTP

/// A search that names nobody: by a provider over all who have given them something, by a machine with `records:any` over everybody. One person's record after
/// the other, each opened only when it was decided that the caller may see what is asked for, and noted in that person's log before anybody is answered.
struct SearchPersons: Sendable {
    /// So many persons are looked at for one answer; the next link goes on behind them.
    static let most = 50

    let dependencies: Dependencies
    let release: FHIRRelease
    /// Of all persons of one answer; behind half of it others wait for the next.
    let budget: Budget

    func callAsFunction(_ query: SearchQuery, _ request: Request) async throws -> FoundResources {
        let place = try place(query)
        var query = query
        query.isAcrossPersons = true
        try checkScopes(query, request)
        var search = Search(query: query, place: place, wantsTotal: place == nil && query.asksTotal)
        var persons = try await persons(of: request, from: place)
        let isMore = persons.count > Self.most
        persons = Array(persons.prefix(Self.most))
        for (index, owner) in persons.enumerated() where search.goesOn {
            try Task.checkCancellation()
            try await look(into: owner, request, &search)
            search.isSpent = budget.isHalfSpent
            search.passed(owner, isLast: index == persons.count - 1, hasMore: index < persons.count - 1 || isMore)
        }
        search.found.next = try search.behind?.sealed(dependencies.keys.masters)
        if search.wantsTotal, !isMore {
            search.found.total = search.total
        } else if query.isCount {
            throw ResourceFault(.tooCostly, "Resources are counted in the records of \(Self.most) persons at most; name one with patient.")
        }
        // One was taken before.
        try budget.note(search.notes.count - 1, things: search.notes.reduce(0) { $0 + $1.event.things.count })
        guard try await dependencies.journal.note(search.notes) == .noted else { throw ConsentsChanged() }
        return search.found
    }

    // MARK: What is asked

    /// One order, by persons and newest first in each, and next links alone: nobody's resources are laid beside another's to sort or to skip them.
    private func place(_ query: SearchQuery) throws -> PersonsPlace? {
        if !query.sort.isEmpty { throw ResourceFault(.notSupported, "Across persons nothing is sorted; name one with patient.", at: "_sort") }
        if query.isByNumber { throw ResourceFault(.notSupported, "Across persons pages are not counted; go on by the next links.", at: "_page") }
        guard query.place != nil || query.page.after != nil else { return nil }
        guard let text = query.place, let place = PersonsPlace(text, dependencies.keys.masters) else {
            throw SearchFault("_after", "is no place in this list; follow the next link")
        }
        return place
    }

    /// What the token is not for is refused, whoever has given what.
    private func checkScopes(_ query: SearchQuery, _ request: Request) throws {
        let nothing = AccessStanding.given(GivenAccess(allowances: [], now: dependencies.moment(), purpose: try request.purpose()))
        let standing = request.identity.role == .service ? AccessStanding.machine : nothing
        let permissions = RecordPermissions(scopes: request.identity.scopes, contexts: [request.identity.role == .service ? .system : .user], standing: standing)
        let types = query.conditions.keys.sorted()
        let missing = types.compactMap { type in if case .scope(let scope)? = permissions.decide(.search, type).refusal { scope } else { nil } }
        if missing.count == types.count, let scope = missing.first { throw RecordPermissions.Refusal.scope(scope) }
    }

    private func persons(of request: Request, from place: PersonsPlace?) async throws -> [UserID] {
        let (provider, now) = (request.identity.userID, dependencies.moment())
        let isMachine = request.identity.role == .service
        return try await dependencies.pool.withConnection { connection in
            if isMachine { return try await connection.persons(from: place, limit: Self.most + 1) }
            guard let provider else { return [] }
            return try await connection.persons(givingTo: provider, from: place, now: now, limit: Self.most + 1)
        }
    }

    // MARK: One person's

    private func look(into owner: UserID, _ request: Request, _ search: inout Search) async throws {
        let query = search.next(in: owner)
        let trail = AccessTrail(request.accessEvent(at: dependencies.moment()))
        trail.asks(query)
        let found = try await AccessTrail.$current.withValue(trail) { () -> FoundResources? in
            // Who has given nothing that still counts, or nothing of this, is not looked at.
            guard let access = try await request.access(dependencies, to: owner) else { return nil }
            guard query.conditions.keys.contains(where: { access.permissions.decide(.search, $0).refusal == nil }) else { return nil }
            let find = dependencies.find(release, access.permissions, budget)
            let found = try await dependencies.indexes.inTurn(PersonIndexes.Person(owner: owner, release: release)) {
                try await dependencies.pool.read(of: owner, erased: nil, dependencies.keys) { key, connection in try await find(query, key, connection) }
            }
            guard let found else { return nil }
            trail.found(found, in: query.scope)
            return found
        }
        guard let found, let (_, event, changes) = trail.ended(200) else { return }
        search.take(found, of: owner, AccessNote(owner: owner, event: event, changes: changes))
    }

    /// What was found so far.
    private struct Search {
        private let query: SearchQuery
        private let place: PersonsPlace?
        let wantsTotal: Bool
        var found: FoundResources
        /// Nil: of somebody's record nobody tells how many there are.
        private(set) var total: Int? = 0
        private(set) var notes: [AccessNote] = []
        /// Where the next page goes on.
        private(set) var behind: PersonsPlace?
        /// Looking into one more may be more work than an answer is.
        var isSpent = false
        private var bytes = 0

        init(query: SearchQuery, place: PersonsPlace?, wantsTotal: Bool) {
            (self.query, self.place, self.wantsTotal) = (query, place, wantsTotal)
            found = FoundResources(query: query)
            found.total = nil
        }

        /// Behind a page that is full, others are only counted.
        private var isFull: Bool {
            isSpent || query.isCount || behind != nil || found.page.count >= query.page.limit || found.included.count >= SearchIncluding.most
                || bytes > VersionPage.mostBytes
        }

        var goesOn: Bool { wantsTotal || !isFull }

        /// What is asked of this person's record.
        func next(in owner: UserID) -> SearchQuery {
            var next = query
            next.place = place?.owner == owner ? place?.sealed : nil
            next.page.after = place?.owner == owner ? place?.after : nil
            next.page.limit = max(1, query.page.limit - found.page.count)
            next.wantsTotal = wantsTotal
            next.isCount = isFull
            return next
        }

        mutating func take(_ some: FoundResources, of owner: UserID, _ note: AccessNote) {
            notes.append(note)
            if let count = some.total, let before = total { total = before + count } else { total = nil }
            if isFull { return }
            found.page += some.page
            found.included += some.included
            found.isIncludeCut = found.isIncludeCut || some.isIncludeCut
            for version in some.page + some.included {
                found.owners[version.record.id] = owner
                bytes += version.body?.count ?? 0
            }
            if let next = some.next { behind = PersonsPlace(owner: owner, next: next) }
        }

        /// A page that ends with a person goes on behind them, if there are others; so does one that ends with the last who is looked at for it.
        mutating func passed(_ owner: UserID, isLast: Bool, hasMore: Bool) {
            if hasMore, !query.isCount, behind == nil, isFull || isLast { behind = PersonsPlace(owner: owner) }
        }
    }
}
