import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// One search of a person's resources. What is out of the caller's reach is neither found nor followed, so nothing tells that it is there.
struct ResourceSearch {
    let query: SearchQuery
    let permissions: RecordPermissions
    let source: RecordSource

    /// Lists of resources that are looked through for chains and `_has`.
    private static let mostLookups = 40

    private var key: PersonKey { source.opening.key }
    private var release: FHIRRelease { source.opening.release }

    func callAsFunction() async throws -> FoundResources {
        let reaches = try reaches()
        var lookups = Lookups(aliases: try await aliases())
        var conditions: [String: [SearchCondition]] = [:]
        for (type, wanted) in query.conditions where reaches[type] != nil {
            var settled: [SearchCondition] = []
            for condition in wanted { settled.append(try await settle(condition, of: type, &lookups)) }
            conditions[type] = settled
        }
        let after = try after()
        var ranking = SearchRanking(
            query.sort, after: after, most: query.isCount ? 0 : query.page.offset + query.page.limit + 1,
            bytes: source.index == nil ? 4 * source.portion.bytes : .max)
        let criteria = try await criteria()
        // What was shown before need not be looked at again, unless all are counted.
        let looksAtAll = query.wantsTotal || query.isCount
        let shown = looksAtAll || !query.sort.isEmpty ? nil : after?.id
        let isInReach = { (record: IndexedRecord, effort: inout Int) -> Bool in
            if let shown, record.id >= shown { return false }
            guard criteria.holds(of: record), let reach = reaches[record.type] else { return false }
            return reach.holds(record.index, of: record.type, &effort)
        }
        try await each(conditions, isInReach) { record in
            let effort = ranking.add(record)
            if effort > 0 { try source.budget.charge(.comparisons, effort) }
            return looksAtAll || ranking.mayGrow
        }
        var found = FoundResources(query: query)
        // Which Binaries stand under other rules their bodies alone tell.
        let isSifted = reaches[SecurityContext.type]?.contexts != nil
        found.total = (query.wantsTotal || query.isCount) && !isSifted ? ranking.total : nil
        if query.isCount {
            try await checkIndex()
            return found
        }
        let best = Array(ranking.best().dropFirst(query.page.offset))
        if ranking.isShort, query.isByNumber { throw tooLargeToCount }
        try await fill(&found, best, isShort: ranking.isShort, isSifted: isSifted)
        return found
    }

    private struct Lookups {
        var done = 0
        let aliases: SearchAliases
    }

    /// None where nothing asks for somebody.
    private func aliases() async throws -> SearchAliases {
        let isAsked = query.conditions.contains { type, conditions in conditions.contains { $0.mayName("Patient", asked: type) } }
        return isAsked ? try await source.aliases() : .none
    }

    /// Of each type that may be found; throws when it is none.
    private func reaches() throws -> [String: RecordReach] {
        var reaches: [String: RecordReach] = [:]
        var refusal: RecordPermissions.Refusal?
        for type in query.conditions.keys {
            do throws(RecordPermissions.Refusal) {
                reaches[type] = try permissions.reach(.search, type)
            } catch {
                refusal = error
            }
        }
        if reaches.isEmpty, let refusal { throw refusal }
        return reaches
    }

    private func after() throws -> SearchPlace? {
        if let text = query.place {
            guard let place = SearchPlace(text, key), place.keys.count == query.sort.count else {
                throw SearchFault("_after", "is no place in this list; follow the next link")
            }
            return place
        }
        guard let id = query.page.after else { return nil }
        guard query.sort.isEmpty else { throw SearchFault("_after", "is no place in this list; follow the next link") }
        return SearchPlace(id)
    }

    // MARK: What does not depend on the resource's own values

    private struct Criteria {
        var ids: Set<String>?
        var annotated: Set<RecordID>?
        var created: Range<Int64>
        var updated: Range<Int64>
        var status: RecordStatus?

        func holds(of record: IndexedRecord) -> Bool {
            created.contains(record.createdAt) && updated.contains(record.updatedAt) && (status == nil || record.status == status)
                && (ids?.contains(record.fhirID) ?? true) && (annotated?.contains(record.id) ?? true)
        }
    }

    private func criteria() async throws -> Criteria {
        let wanted = query.criteria
        var annotated: Set<RecordID>?
        if wanted.annotations != AnnotationQuery() {
            var words = RecordCriteria()
            words.annotations = wanted.annotations
            annotated = []
            for type in query.conditions.keys {
                annotated?.formUnion(try await source.runner.ids(words.filter(.resources(type, release, key.person), key)))
            }
        }
        return Criteria(
            ids: wanted.ids.map(Set.init), annotated: annotated, created: Self.milliseconds(wanted.created), updated: Self.milliseconds(wanted.updated),
            status: wanted.status)
    }

    private static func milliseconds(_ range: TimeRange) -> Range<Int64> {
        let from = range.from.map(SearchedRow.milliseconds) ?? .min
        return from..<max(from, range.until.map(SearchedRow.milliseconds) ?? .max)
    }

    // MARK: Chains

    /// With what has to be looked up first looked up, and whoever it names by whatever they are called.
    private func settle(_ condition: SearchCondition, of type: String, _ lookups: inout Lookups) async throws -> SearchCondition {
        try await lookUp(condition, of: type, &lookups).with(lookups.aliases, asked: type)
    }

    private func lookUp(_ condition: SearchCondition, of type: String, _ lookups: inout Lookups) async throws -> SearchCondition {
        switch condition {
        case .chain(let parameter, let links):
            var targets: Set<String> = []
            var names: Set<String> = []
            for link in links {
                let canonical = lookup.canonical(link.type)
                try await each(link.type, link.condition, &lookups) { record in
                    targets.insert("\(link.type)/\(record.fhirID)")
                    if let canonical { names.formUnion(canonical.names(of: record.index)) }
                }
            }
            let byPlace = SearchCondition.refers(parameters: [parameter], to: targets)
            return names.isEmpty ? byPlace : .either([byPlace, .names(parameters: [parameter], names)])
        case .has(let other, let parameter, let inner):
            var ids: Set<String> = []
            var names: Set<String> = []
            let canonical = lookup.canonical(type)
            try await each(other, inner, &lookups) { record in
                for case .reference(let reference) in record.index.values(parameter) {
                    if reference.type == type, let id = reference.id { ids.insert(id) }
                    if canonical != nil, let url = reference.url { names.insert(CanonicalNames.name(url)) }
                }
            }
            guard let canonical, !names.isEmpty else { return .id(ids) }
            return .either([.id(ids), .isNamed(canonical, names)])
        case .either(let conditions):
            var settled: [SearchCondition] = []
            for condition in conditions { settled.append(try await lookUp(condition, of: type, &lookups)) }
            return .either(settled)
        default: return condition
        }
    }

    /// Those of a type that are in reach.
    private func each(_ type: String, _ condition: SearchCondition, _ lookups: inout Lookups, _ body: (IndexedRecord) -> Void) async throws {
        guard let reach = try? permissions.reach(.search, type) else { return }
        lookups.done += 1
        guard lookups.done <= Self.mostLookups else {
            throw ResourceFault(.tooCostly, "The chains lead to more than \(Self.mostLookups) lists of resources; say types, as in subject:Patient.name.")
        }
        let settled = try await settle(condition, of: type, &lookups)
        try await each([type: [settled]], { record, effort in reach.holds(record.index, of: record.type, &effort) }) { record in
            body(record)
            return true
        }
    }

    private var lookup: SearchLookup { SearchLookup.of(release) }

    // MARK: The page

    private var tooLargeToCount: ResourceFault {
        ResourceFault(
            .tooCostly, "These resources are more than \(VersionPage.mostBytes) bytes; ask for fewer with _count, or go on by the next links.", at: "_page")
    }

    /// `best` is one more than the page, when there are more; or fewer, where they are too large (`isShort`).
    private func fill(_ found: inout FoundResources, _ best: [IndexedRecord], isShort: Bool, isSifted: Bool) async throws {
        let page = best.prefix(query.page.limit)
        if page.isEmpty { try await checkIndex() }
        let bodies = try await self.bodies(page, most: VersionPage.mostBytes, by: source.known)
        let bytes = bodies.reduce(0) { $0 + ($1.body?.count ?? 0) + PersonKey.overhead }
        let isCut = bytes > VersionPage.mostBytes && bodies.last?.record.id != page.last?.id
        if isCut, query.isByNumber { throw tooLargeToCount }
        found.page = bodies.filter(isShown)
        let last = isCut ? page.last { $0.id == bodies.last?.record.id } : page.last
        if let last, isCut || isShort || best.count > page.count {
            found.next = query.sort.isEmpty && !isSifted ? last.id.description : try SearchPlace(last, query.sort).sealed(key)
        }
        guard !query.includes.isEmpty else { return }
        let shown = Set(found.page.map(\.record.id))
        let including = SearchIncluding(query: query, permissions: permissions, source: source)
        let included = try await including.callAsFunction(page.filter { shown.contains($0.id) })
        let beside = try await self.bodies(included.records, most: max(0, VersionPage.mostBytes - bytes))
        found.included = beside.filter(isShown)
        found.isIncludeCut = included.isCut || beside.count < included.records.count
    }

    /// What a search has of a Binary does not tell whose rules hold for it.
    func isShown(_ version: RecordVersion) -> Bool {
        guard version.record.type == SecurityContext.type, let reach = try? permissions.reach(.search, SecurityContext.type) else { return true }
        return reach.contexts == nil || reach.holds(version)
    }

    private func bodies(_ records: some Collection<IndexedRecord>, most: Int, by known: KnownIndex? = nil) async throws -> [RecordVersion] {
        let stored = try await source.runner.bodies(records.map { ($0.id, $0.version) }, of: key.person, key, most: most, by: known)
        return try await source.runner.whole(stored, key)
    }

    /// Where no statement of a page does.
    private func checkIndex() async throws {
        if let known = source.known { try await source.runner.check(known) }
    }
}

extension SearchPlace {
    /// Behind a record of a list that is not sorted.
    init(_ id: RecordID) {
        self.id = id
        keys = []
    }
}
