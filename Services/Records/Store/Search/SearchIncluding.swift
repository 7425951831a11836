import CareModels
import FHIR
import Postgres
import Sealing

/// What is shown beside what was found: where it refers to, and what refers to it.
struct SearchIncluding {
    let query: SearchQuery
    let permissions: RecordPermissions
    let source: RecordSource

    static let most = 1000
    /// Of their indexes: one may be 256 KiB.
    private static let mostBytes = 32 << 20
    private static let mostRounds = 8

    /// Of each type that the caller may find.
    private let reaches: [String: RecordReach]
    /// The types with addresses of their own that a parameter may lead to and the caller may find, by its number.
    private let definitions: [Int: [String]]

    private var key: PersonKey { source.opening.key }

    init(query: SearchQuery, permissions: RecordPermissions, source: RecordSource) {
        (self.query, self.permissions, self.source) = (query, permissions, source)
        let (release, lookup) = (source.opening.release, SearchLookup.of(source.opening.release))
        var reaches: [String: RecordReach] = [:]
        for type in release.types { reaches[type] = try? permissions.reach(.search, type) }
        let types = lookup.allTypes.filter { lookup.canonical($0) != nil && reaches[$0] != nil }
        let numbers = Set(query.includes.filter { !$0.isReverse }.flatMap { $0.references.values.joined() })
        var definitions: [Int: [String]] = [:]
        for number in numbers {
            guard let parameter = SearchParameters.of(release).parameter(number: number) else { continue }
            definitions[number] = types.filter(parameter.leads)
        }
        (self.reaches, self.definitions) = (reaches, definitions)
    }

    func callAsFunction(_ page: [IndexedRecord]) async throws -> (records: [IndexedRecord], isCut: Bool) {
        var seen = Set(page.map(\.id))
        var included: [IndexedRecord] = []
        var bytes = 0
        var latest = page
        for round in 0..<Self.mostRounds where !latest.isEmpty {
            var next: [IndexedRecord] = []
            for include in query.includes where round == 0 || include.isIterated {
                try Task.checkCancellation()
                let found = try await include.isReverse ? referring(include, latest, seen) : referred(include, latest, seen)
                for record in found where seen.insert(record.id).inserted {
                    bytes += record.index.bytes.count
                    guard included.count + next.count < Self.most, bytes <= Self.mostBytes else { return (included + next, true) }
                    next.append(record)
                }
            }
            included += next
            latest = next
        }
        return (included, !latest.isEmpty && query.includes.contains(where: \.isIterated))
    }

    /// A page may refer to a hundred thousand others, and what is included to a million: each costs of the search's budget before it is kept, and no more are looked up
    /// than may be shown.
    private func referred(_ include: SearchQuery.Include, _ records: [IndexedRecord], _ seen: Set<RecordID>) async throws -> [IndexedRecord] {
        var targets: Set<Target> = []
        var names: [String: Set<String>] = [:]
        var effort = 0
        for record in records {
            for parameter in include.references[record.type] ?? [] {
                for case .reference(let reference) in record.index.values(parameter) {
                    effort += 1
                    if effort >= Budget.step { try source.budget.spend(&effort) }
                    guard let type = reference.type, let id = reference.id else {
                        if let url = reference.url { add(CanonicalNames.name(url), by: parameter, include.target, to: &names, &effort) }
                        continue
                    }
                    // An expression of STU3 finds whatever is there, and its parameter leads to some types alone.
                    guard include.target == nil || include.target == type, leads(parameter, to: type) else { continue }
                    guard source.opening.release.hasType(type), mayFind(type) else { continue }
                    if targets.insert(Target(type: type, id: id)).inserted { effort += Budget.following }
                }
            }
        }
        try source.budget.spend(&effort)
        var found: [IndexedRecord] = []
        var bytes = 0
        let places = Array(targets)
        for start in stride(from: 0, to: places.count, by: Budget.Portion.few) where found.count <= Self.most && bytes <= Self.mostBytes {
            let addresses = places[start..<min(start + Budget.Portion.few, places.count)].map {
                RecordPlace.resources($0.type, source.opening.release, key.person).address(of: $0.id, key)
            }
            let rows = try await source.runner.searched(at: addresses, of: source.person)
            let some = try await source.opening.records(rows.filter { !seen.contains($0.id) }, source.runner)
            try source.budget.open(some)
            for record in some where isInReach(record, &effort) { found.append(record) }
            try source.budget.spend(&effort)
            bytes = found.reduce(0) { $0 + $1.index.bytes.count }
        }
        var conditions: [String: [SearchCondition]] = [:]
        for (type, some) in names { conditions[type] = lookup.canonical(type).map { [.isNamed($0, some)] } }
        found += try await all(conditions, seen)
        return found.sorted { $1.id < $0.id }
    }

    /// A definition is called by its address, and lies under whatever id it has here.
    private func add(_ name: String, by parameter: Int, _ target: String?, to names: inout [String: Set<String>], _ effort: inout Int) {
        for type in definitions[parameter] ?? [] where target == nil || target == type {
            if names[type, default: []].insert(name).inserted { effort += Budget.opening }
        }
    }

    private func referring(_ include: SearchQuery.Include, _ records: [IndexedRecord], _ seen: Set<RecordID>) async throws -> [IndexedRecord] {
        let wanted = records.filter { include.target == nil || include.target == $0.type }
        guard !wanted.isEmpty else { return [] }
        let targets = Dictionary(grouping: wanted, by: \.type).mapValues { Set($0.map { "\($0.type)/\($0.fhirID)" }) }
        var names: [String: Set<String>] = [:]
        for record in wanted {
            guard let canonical = lookup.canonical(record.type) else { continue }
            names[record.type, default: []].formUnion(canonical.names(of: record.index))
        }
        return try await all(
            include.references.mapValues { parameters in
                let byName = names.map { type, some in SearchCondition.names(parameters: parameters.filter { leads($0, to: type) }, some) }
                let byPlace = targets.map { type, some in SearchCondition.refers(parameters: parameters.filter { leads($0, to: type) }, to: some) }
                let both = byPlace + byName
                return both.count == 1 ? both : [.either(both)]
            }, seen)
    }

    /// As many as may be included, and one more.
    private func all(_ conditions: [String: [SearchCondition]], _ seen: Set<RecordID>) async throws -> [IndexedRecord] {
        if conditions.isEmpty { return [] }
        var found: [IndexedRecord] = []
        var bytes = 0
        try await source.each(conditions) { record, effort in
            guard found.count <= Self.most, bytes <= Self.mostBytes, !seen.contains(record.id), let wanted = conditions[record.type] else { return }
            guard try source.budget.holds(wanted, of: record, &effort) else { return }
            guard isInReach(record, &effort) else { return }
            found.append(record)
            bytes += record.index.bytes.count
        }
        return found
    }

    private var lookup: SearchLookup { SearchLookup.of(source.opening.release) }

    private func leads(_ parameter: Int, to type: String) -> Bool { SearchParameters.of(source.opening.release).parameter(number: parameter)?.leads(to: type) ?? false }

    private func mayFind(_ type: String) -> Bool { reaches[type] != nil }

    private struct Target: Hashable {
        var type: String
        var id: String
    }

    private func isInReach(_ record: IndexedRecord, _ effort: inout Int) -> Bool {
        reaches[record.type]?.holds(record.index, of: record.type, &effort) ?? false
    }
}
