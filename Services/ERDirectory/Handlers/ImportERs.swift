import CareModels
import Foundation
import HTTP
import Outbox
import Postgres

/// `POST /ers/import`: rows of a source, each entered, changed or left as it is, with a result per row. Sent again it changes nothing; what
/// schedulers have corrected stays as long as the source itself says the same as before. `dryRun` says what would be done.
struct ImportERs: Sendable {
    let dependencies: Dependencies

    static let mostItems = 500
    static let mostBytes = 2 << 20

    private struct Body: Decodable {
        var source: String
        var dryRun: Bool?
        var items: [Item]
    }

    private struct Item: Decodable {
        var sourceId: String
        var draft: ERDraft

        private enum Key: CodingKey { case sourceId }

        init(from decoder: any Decoder) throws {
            sourceId = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .sourceId)
            draft = try ERDraft(from: decoder)
        }
    }

    private struct Result: Encodable, Sendable {
        enum Outcome: String, Encodable {
            case created, updated, unchanged, refused
            /// A scheduler has taken it out of the directory.
            case removed
        }

        var sourceId: String
        var outcome: Outcome
        var id: ERID?
        var version: Int?
        /// What is wrong with a refused row.
        var fields: [Fault]?
    }

    private struct Answer: Encodable, Sendable {
        var dryRun: Bool
        var items: [Result]
    }

    /// A row that changes the directory.
    private struct Write {
        var record: ERRecord
        /// Nil for one that is entered.
        var before: ERDetails?
        var incoming: ERDetails
        /// Its details are others: for the feed, the events and the log. Otherwise only what the source says is noted.
        var isChange: Bool
    }

    func handle(_ request: Request) async throws -> Response {
        let body = try check(request.decode(Body.self))
        let isDryRun = body.dryRun ?? false
        let change = Change(request, dependencies)
        let checked = body.items.map { item in Swift.Result { () throws(Faults) in try ERRule.create(item.draft) } }
        let results = try await dependencies.pool.transaction { tx in
            try await tx.lockImports()
            let known = try await tx.lockImported(body.source, body.items.map(\.sourceId))
            var results: [Result] = []
            var writes: [Write] = []
            for (item, details) in zip(body.items, checked) {
                results.append(decide(item, details, known[item.sourceId], source: body.source, change, &writes))
            }
            if !isDryRun { try await apply(writes, change, tx) }
            return results
        }
        return try .json(Answer(dryRun: isDryRun, items: results))
    }

    private func check(_ body: Body) throws -> Body {
        var validation = Validation()
        let isName = (1...40).contains(body.source.count) && body.source.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        validation.check(isName, "source", "must have 1 to 40 characters of a-z, 0-9 and hyphen")
        validation.check(!body.items.isEmpty, "items", "is empty")
        validation.check(body.items.count <= Self.mostItems, "items", "holds \(body.items.count); at most \(Self.mostItems) are taken at once")
        var seen: Set<String> = []
        for (index, item) in body.items.enumerated().prefix(Self.mostItems) {
            let path = "items[\(index)].sourceId"
            // Code points, as the contract counts: a character may have any number of them, and an index holds these.
            validation.check((1...100).contains(item.sourceId.unicodeScalars.count), path, "must have 1 to 100 characters")
            validation.check(seen.insert(item.sourceId).inserted, path, "comes twice")
        }
        try validation.done()
        return body
    }

    private func decide(
        _ item: Item, _ details: Swift.Result<ERDetails, Faults>, _ known: ImportedER?, source: String, _ change: Change, _ writes: inout [Write]
    ) -> Result {
        let incoming: ERDetails
        switch details {
        case .success(let checked): incoming = checked
        case .failure(let faults): return Result(sourceId: item.sourceId, outcome: .refused, fields: faults.problem.fields)
        }
        guard let known else {
            let record = ERRecord(
                id: ERID(dependencies.newID()), version: 1, scheduleVersion: 0, position: 0, details: incoming,
                source: ERRecord.SourceRow(source: source, id: item.sourceId), createdAt: change.now, updatedAt: change.now)
            writes.append(Write(record: record, before: nil, incoming: incoming, isChange: true))
            return Result(sourceId: item.sourceId, outcome: .created, id: record.id, version: 1)
        }
        var record = known.record
        guard record.removedAt == nil else { return Result(sourceId: item.sourceId, outcome: .removed, id: record.id, version: record.version) }
        let merged = ImportMerge.merge(record.details, last: known.imported, incoming: incoming)
        let isChange = merged != record.details
        if isChange {
            record.details = merged
            record.version += 1
            record.updatedAt = change.now
        }
        if isChange || incoming != known.imported {
            writes.append(Write(record: record, before: known.record.details, incoming: incoming, isChange: isChange))
        }
        return Result(sourceId: item.sourceId, outcome: isChange ? .updated : .unchanged, id: record.id, version: record.version)
    }

    private func apply(_ writes: [Write], _ change: Change, _ tx: Transaction) async throws {
        guard !writes.isEmpty else { return }
        var writes = writes
        var position = try await tx.drawPositions(writes.count(where: \.isChange))
        var statements: [SQL] = []
        for index in writes.indices {
            if writes[index].isChange {
                writes[index].record.position = position
                position += 1
            }
            let write = writes[index]
            if write.before == nil {
                statements.append(Transaction.insertion(of: write.record, imported: write.incoming))
            } else {
                statements.append(Transaction.change(to: write.record, imported: write.incoming))
            }
            if write.isChange { statements.append(change.audit(.imported, write.record, from: write.before, to: write.record.details).insertion) }
        }
        let events: [any CareEvent] = writes.filter(\.isChange).map { write in
            if write.before == nil { ERCreated(write.record) } else { ERUpdated(write.record) }
        }
        try await tx.batch(statements, emitting: events)
        for write in writes where write.isChange {
            if let before = write.before { try await tx.refreshSearch(of: write.record, after: before, now: change.now) }
        }
    }
}
