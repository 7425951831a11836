import CareModels
import FHIR
import Foundation
import JSON
import Postgres

/// References that say a search (http://hl7.org/fhir/R4/http.html#trules): they lead to the one resource that it finds in the end, stored before or in the transaction.
extension BundleRun {
    /// So many references of a transaction's resources are searched for.
    static let mostReferences = 500

    /// References such as `Patient?identifier=…` become those of the one resource that is found.
    mutating func resolveReferences(_ indexes: [Int], _ tx: Transaction) async throws {
        guard bundle.hasConditions else { return }
        let made = try madeBySearch(indexes)
        for index in indexes {
            guard let resource = try entry(index).resource else { continue }
            for reference in resource.conditionalReferences where references[reference] == nil {
                try Task.checkCancellation()
                let (name, length, limit) = ("reference", reference.utf8.count, BundleEntry.longestText)
                guard length <= limit else {
                    throw ResourceFault(.tooCostly, "\(name) has \(length) bytes; at most \(limit) are taken.", at: "Bundle.entry[\(index)].resource")
                }
                let halves = reference.split(separator: "?", maxSplits: 1).map(String.init)
                guard halves.count == 2, process.release.hasType(halves[0]) else { continue }
                guard references.count < Self.mostReferences + bundle.entries.count else {
                    throw ResourceFault(.tooCostly, "At most \(Self.mostReferences) references of a transaction are searched for.", at: "Bundle.entry[\(index)]")
                }
                do {
                    let id: String? = if let id = made[reference] { id } else { try await lead(halves[0], halves[1], indexes, tx) }
                    guard let id else {
                        throw ResourceFault(.invalid, "A reference's search finds no resource.", at: "Bundle.entry[\(index)].resource")
                    }
                    references[reference] = "\(halves[0])/\(id)"
                } catch let refusal as any EntryRefusal {
                    throw TransactionRefused(entry: index, refusal: refusal)
                }
            }
        }
    }

    /// By the search that one is made or replaced by: whatever that asks of it, it is the one.
    private func madeBySearch(_ indexes: [Int]) throws -> [String: String] {
        var made: [String: String] = [:]
        for index in indexes {
            let entry = try entry(index)
            guard entry.makesNew, let query = entry.condition, let id = ids[index] else { continue }
            made["\(entry.type)?\(query)"] = id
        }
        return made
    }

    /// The one that a search finds in the end: of those that were there and stay, and of the transaction's own.
    private mutating func lead(_ type: String, _ query: String, _ indexes: [Int], _ tx: Transaction) async throws -> String? {
        let stored = try await match(query, type, tx).flatMap { replaced.contains("\(type)/\($0.id)") ? nil : $0.id }
        var ids = try own(type, try process.condition(type, query), indexes)
        if let stored { ids.insert(stored) }
        guard ids.count < 2 else { throw Refusal.severalMatches }
        return ids.first
    }

    /// What hangs on other resources, or on what is beside one, is looked for in what was there before alone.
    private mutating func own(_ type: String, _ search: SearchQuery, _ indexes: [Int]) throws -> Set<String> {
        guard search.asksOfContentsAlone, let conditions = search.conditions[type], conditions.allSatisfy(\.isSettled) else { return [] }
        let reach = try process.permissions.reach(.search, type)
        if !candidates.hasLooked(at: type) { try look(at: type, indexes) }
        var effort = 0
        let held = try candidates.of(type, where: conditions).filter { reach.holds($0.index, of: type, &effort) }
        try writer.budget.charge(.comparisons, effort)
        return Set(held.map(\.fhirID))
    }

    private mutating func look(at type: String, _ indexes: [Int]) throws {
        candidates.begin(type)
        let now = SearchedRow.milliseconds(writer.now)
        for index in indexes {
            try Task.checkCancellation()
            let entry = try entry(index)
            // One that was found stays as it is; one that is patched is what it was before.
            let isLeft = sameCreation[index] != nil || entry.ifNoneExist != nil && found[index]?.version != nil || entry.isPatch
            guard entry.type == type, !isLeft, let resource = entry.resource, resource.kind == .object, let id = ids[index] else { continue }
            let words = (entry.annotations ?? process.annotations)?.words ?? []
            let values = ResourceSearchValues(resource, words, process.release, base: process.find.base)
            try candidates.add(
                IndexedRecord(
                    id: newIDs[index] ?? RecordID(writer.newID()), type: type, version: 1, status: .active, createdAt: now, updatedAt: now, change: 0,
                    index: SearchIndex(id: id, values.all)))
        }
    }
}

/// A transaction's own resources, as the searches of its references see them.
struct TransactionCandidates {
    private var records: [String: [IndexedRecord]] = [:]
    /// Of all the searches together.
    private let budget: Budget

    init(budget: Budget = Budget()) { self.budget = budget }

    func hasLooked(at type: String) -> Bool { records[type] != nil }

    mutating func begin(_ type: String) { records[type] = [] }

    mutating func add(_ record: IndexedRecord) throws {
        try budget.charge(.candidateBytes, record.cost)
        records[record.type, default: []].append(record)
    }

    /// Those of which all of a search's conditions hold.
    func of(_ type: String, where conditions: [SearchCondition]) throws -> [IndexedRecord] {
        let records = records[type] ?? []
        try budget.charge(.candidates, records.count)
        var found: [IndexedRecord] = []
        try budget.each(records) { record, effort in
            if try budget.holds(conditions, of: record, &effort) { found.append(record) }
        }
        return found
    }
}
