import CareModels
import FHIR
import Postgres
import Sealing

/// Where a search looks: a person's index in memory; or, of a person whose index is too large for that, the rows themselves, narrowed by blind indexes and
/// opened some at a time.
struct RecordSource {
    let opening: SearchOpening
    let runner: any PostgresRunner
    /// Nil: it is too large.
    let index: PersonIndex?

    private static let rows = 2000

    var person: PersonIndexes.Person { PersonIndexes.Person(owner: opening.key.person, release: opening.release) }

    /// Every resource of the types that is not deleted, newest first, of which the conditions of its type may hold: `body` looks again.
    func each(_ conditions: [String: [SearchCondition]], _ body: (IndexedRecord) throws -> Void) async throws {
        if let index { return try inMemory(index, conditions, body) }
        let terms = terms(conditions)
        var last: RecordID?
        while true {
            try Task.checkCancellation()
            let rows = try await runner.searched(Array(conditions.keys), terms: terms, of: person, before: last, most: Self.rows)
            for (place, record) in try await opening.records(rows, runner).sorted(by: { $1.id < $0.id }).enumerated() {
                if place % 64 == 63 { try Task.checkCancellation() }
                try body(record)
            }
            guard rows.count == Self.rows, let next = rows.last?.id else { return }
            last = next
        }
    }

    private func inMemory(_ index: PersonIndex, _ conditions: [String: [SearchCondition]], _ body: (IndexedRecord) throws -> Void) throws {
        let signatures = conditions.mapValues { $0.map(\.signatures).filter { !$0.isEmpty } }
        let only = signatures.count == 1 ? signatures.first : nil
        let (records, known) = (index.records, index.signatures)
        for place in records.indices.reversed() {
            // A record may be long, and so may what is asked of it.
            if place % 64 == 0 { try Task.checkCancellation() }
            // Numbers are compared before names, and before anything else of the record is looked at.
            let signature = known[place]
            func mayMatch(_ masks: [[UInt64]]) -> Bool { masks.allSatisfy { $0.contains { signature & $0 == $0 } } }
            if let only, !mayMatch(only.value) { continue }
            let record = records[place]
            guard record.status != .deleted, let masks = only?.value ?? signatures[record.type] else { continue }
            guard only == nil ? mayMatch(masks) : only?.key == record.type else { continue }
            try body(record)
        }
    }

    /// Of one type only: others have other parameters.
    private func terms(_ conditions: [String: [SearchCondition]]) -> [[Int64]] {
        guard conditions.count == 1, let all = conditions.first?.value else { return [] }
        let table = SearchLookup.of(opening.release)
        return all.compactMap { SearchTerms.any(of: $0, table) }.sorted { $0.count < $1.count }.prefix(3)
            .map { opening.key.searchTerms($0 + [SearchTerms.others]) }
    }
}
