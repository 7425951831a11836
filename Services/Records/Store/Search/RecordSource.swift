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
    let budget: Budget
    /// The index, while nobody has asked whether it is the newest.
    var known: KnownIndex?
    /// Of what is read in one statement.
    var portion = Budget.Portion()

    /// As many of a record's Patient resources are one with its account; of more, which nobody's record has, the newest.
    private static let patients = 16

    var person: PersonIndexes.Person { PersonIndexes.Person(owner: opening.key.person, release: opening.release) }

    /// By what the person of the record is called in it: by the account's id, as apps say it, and by that of each Patient resource, as a clinic's export does.
    ///
    /// - Parameter others: Patient resources that are looked for in vain by now.
    func aliases(with others: Set<String> = []) async throws -> SearchAliases {
        SearchAliases(type: "Patient", id: opening.key.person.description, others: try await patients().union(others))
    }

    private func patients() async throws -> Set<String> {
        if let index { return Set(index.patients.sorted { $1.key < $0.key }.prefix(Self.patients).map(\.value)) }
        let rows = try await runner.searched(["Patient"], terms: [], of: person, before: nil, most: Self.patients)
        return Set(try await opening.records(rows, runner).map(\.fhirID))
    }

    /// Every resource of the types that is not deleted, newest first, of which the conditions of its type may hold: `body` looks again, and adds what it compared.
    ///
    /// - Parameter piece: is asked behind some of them whether to go on, and may wait for something.
    func each(
        _ conditions: [String: [SearchCondition]], _ body: (IndexedRecord, inout Int) throws -> Void, behind piece: () async throws -> Bool = { true }
    ) async throws {
        if let index {
            try inMemory(index, conditions, body)
            _ = try await piece()
            return
        }
        let terms = terms(conditions)
        var last: RecordID?
        while true {
            try Task.checkCancellation()
            let read = try await runner.searched(Array(conditions.keys), terms: terms, of: person, before: last, most: portion.rows, bytes: portion.bytes)
            for some in opening.pieces(read) {
                let records = try await opening.records(some, runner).sorted { $1.id < $0.id }
                try budget.open(records)
                try budget.each(records, body)
                guard try await piece() else { return }
            }
            guard portion.isCut(read), let next = read.last?.id else { return }
            last = next
        }
    }

    private func inMemory(_ index: PersonIndex, _ conditions: [String: [SearchCondition]], _ body: (IndexedRecord, inout Int) throws -> Void) throws {
        let signatures = conditions.mapValues { SignatureFilter($0.map(\.signatures)) }
        let only = signatures.count == 1 ? signatures.first?.key : nil
        // Of several types each record's is looked up, once numbers do not tell.
        let filter = only.flatMap { signatures[$0] } ?? SignatureFilter([])
        let (records, known) = (index.records, index.signatures)
        // Sixteen numbers are compared while one value is.
        let passing = (1 + signatures.values.reduce(0) { $0 + $1.count }) * Budget.pause / 16
        try budget.charge(.comparisons, passing * ((records.count + Budget.pause - 1) / Budget.pause))
        try budget.each(records.indices.reversed(), visit: 0) { place, effort in
            // Numbers are compared before names, and before anything else of the record is looked at.
            guard filter.passes(known[place]) else { return }
            let record = records[place]
            guard record.status != .deleted else { return }
            if let only { guard record.type == only else { return } } else { guard signatures[record.type]?.passes(known[place]) ?? false else { return } }
            effort += Budget.visit
            try body(record, &effort)
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

/// Which records may match by their signatures: those that have all bits of one mask at least of each condition that says any.
private struct SignatureFilter {
    /// Of the conditions with one mask: as nearly all have, together.
    private var required: UInt64 = 0
    private var others: [[UInt64]] = []
    /// Of the masks.
    let count: Int

    init(_ conditions: [[UInt64]]) {
        count = conditions.reduce(0) { $0 + $1.count }
        for masks in conditions where !masks.isEmpty {
            if masks.count == 1 { required |= masks[0] } else { others.append(masks) }
        }
    }

    func passes(_ signature: UInt64) -> Bool {
        guard signature & required == required else { return false }
        return others.isEmpty || others.allSatisfy { $0.contains { signature & $0 == $0 } }
    }
}
