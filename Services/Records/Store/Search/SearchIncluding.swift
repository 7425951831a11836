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
    private static let mostRounds = 8
    /// Addresses looked up in one statement.
    private static let chunk = 500

    private var key: PersonKey { source.opening.key }

    func callAsFunction(_ page: [IndexedRecord]) async throws -> (records: [IndexedRecord], isCut: Bool) {
        var seen = Set(page.map(\.id))
        var included: [IndexedRecord] = []
        var latest = page
        for round in 0..<Self.mostRounds where !latest.isEmpty {
            var next: [IndexedRecord] = []
            for include in query.includes where round == 0 || include.isIterated {
                try Task.checkCancellation()
                let found = try await include.isReverse ? referring(include, latest) : referred(include, latest)
                for record in found where seen.insert(record.id).inserted {
                    guard included.count + next.count < Self.most else { return (included + next, true) }
                    next.append(record)
                }
            }
            included += next
            latest = next
        }
        return (included, !latest.isEmpty && query.includes.contains(where: \.isIterated))
    }

    private func referred(_ include: SearchQuery.Include, _ records: [IndexedRecord]) async throws -> [IndexedRecord] {
        var targets: Set<Target> = []
        for record in records {
            for parameter in include.references[record.type] ?? [] {
                for case .reference(let reference) in record.index.values(parameter) {
                    guard let type = reference.type, let id = reference.id, include.target == nil || include.target == type else { continue }
                    if source.opening.release.hasType(type), (try? permissions.reach(.search, type)) != nil { targets.insert(Target(type: type, id: id)) }
                }
            }
        }
        let addresses = targets.map { RecordPlace.resources($0.type, source.opening.release, key.person).address(of: $0.id, key) }
        var found: [IndexedRecord] = []
        for start in stride(from: 0, to: addresses.count, by: Self.chunk) {
            let rows = try await source.runner.searched(at: Array(addresses[start..<min(start + Self.chunk, addresses.count)]), of: source.person)
            found += try await source.opening.records(rows, source.runner)
        }
        return found.filter(isInReach).sorted { $1.id < $0.id }
    }

    private func referring(_ include: SearchQuery.Include, _ records: [IndexedRecord]) async throws -> [IndexedRecord] {
        let targets = Set(records.filter { include.target == nil || include.target == $0.type }.map { "\($0.type)/\($0.fhirID)" })
        guard !targets.isEmpty else { return [] }
        let conditions = include.references.mapValues { [SearchCondition.refers(parameters: $0, to: targets)] }
        var found: [IndexedRecord] = []
        try await source.each(conditions) { record in
            guard found.count <= Self.most, conditions[record.type]?.allSatisfy({ $0.holds(of: record) }) ?? false, isInReach(record) else { return }
            found.append(record)
        }
        return found
    }

    private struct Target: Hashable {
        var type: String
        var id: String
    }

    private func isInReach(_ record: IndexedRecord) -> Bool {
        (try? permissions.reach(.search, record.type))?.holds(record.index, of: record.type) ?? false
    }
}
