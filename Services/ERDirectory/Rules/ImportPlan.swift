import CareModels
import Foundation

/// A row of a source, as it was sent.
struct ImportRow: Sendable {
    var sourceId: String
    /// Or what is wrong with it.
    var details: Result<ERDetails, Faults>

    /// Throws when nobody waits for it any more.
    init(sourceId: String, draft: ERDraft) throws {
        try Task.checkCancellation()
        self.sourceId = sourceId
        details = Result { () throws(Faults) in try ERRule.create(draft) }
    }
}

/// An emergency room that was imported, with what its source said then.
struct ImportedER: Sendable {
    var record: ERRecord
    var imported: ERDetails
}

/// What an import does with its rows.
struct ImportPlan: Sendable {
    struct Outcome: Sendable {
        enum Kind: String, Sendable {
            case created, updated, unchanged, refused
            /// A scheduler has taken it out of the directory.
            case removed
        }

        var sourceId: String
        var kind: Kind
        var id: ERID?
        var version: Int?
        /// What is wrong with a refused row.
        var faults: [Fault]?
    }

    /// A row that changes the directory.
    struct Write: Sendable {
        var record: ERRecord
        /// Nil for one that is entered.
        var before: ERDetails?
        var incoming: ERDetails
        /// Its details are others: for the feed, the events and the log. Otherwise only what the source says is noted.
        var isChange: Bool
    }

    /// One for each row, in their order.
    private(set) var outcomes: [Outcome] = []
    private(set) var writes: [Write] = []

    var changes: [Write] { writes.filter(\.isChange) }

    /// - Parameters:
    ///   - known: the emergency room that the row was imported as.
    ///   - id: of one that is entered.
    mutating func add(_ row: ImportRow, of source: String, _ known: ImportedER?, id: @autoclosure () -> ERID, now: Date) {
        let outcome: Outcome
        switch (row.details, known) {
        case (.failure(let faults), _): outcome = Outcome(sourceId: row.sourceId, kind: .refused, faults: faults.all)
        case (.success(let incoming), nil): outcome = enter(incoming, ERRecord.SourceRow(source: source, id: row.sourceId), id: id(), now: now)
        case (.success(let incoming), let known?): outcome = merge(incoming, into: known, row.sourceId, now: now)
        }
        outcomes.append(outcome)
    }

    private mutating func enter(_ incoming: ERDetails, _ source: ERRecord.SourceRow, id: ERID, now: Date) -> Outcome {
        let record = ERRecord(entering: incoming, from: source, id: id, now: now)
        writes.append(Write(record: record, before: nil, incoming: incoming, isChange: true))
        return Outcome(sourceId: source.id, kind: .created, id: record.id, version: record.version)
    }

    private mutating func merge(_ incoming: ERDetails, into known: ImportedER, _ sourceId: String, now: Date) -> Outcome {
        let before = known.record
        guard before.removedAt == nil else { return Outcome(sourceId: sourceId, kind: .removed, id: before.id, version: before.version) }
        let merged = ImportMerge.merge(before.details, last: known.imported, incoming: incoming)
        let isChange = merged != before.details
        let record = isChange ? before.changed(to: merged, now: now) : before
        if isChange || incoming != known.imported {
            writes.append(Write(record: record, before: before.details, incoming: incoming, isChange: isChange))
        }
        return Outcome(sourceId: sourceId, kind: isChange ? .updated : .unchanged, id: record.id, version: record.version)
    }

    /// The changes' places in the feed, one behind the other.
    mutating func place(from position: Int) {
        var position = position
        for index in writes.indices where writes[index].isChange {
            writes[index].record.position = position
            position += 1
        }
    }
}
