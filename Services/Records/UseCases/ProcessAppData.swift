import CareModels
import Postgres

/// What is asked of app data.
enum AppDataOperation: Sendable {
    /// Without an id: of something new. New, too, where it must not be there.
    case write(String?, RecordContent, Precondition)
    case delete(String, Precondition)
    case read(String)

    var isReading: Bool { if case .read = self { true } else { false } }
}

/// What became of it.
enum AppDataOutcome: Sendable {
    case written(WrittenRecord, contentType: String?)
    case deleted(version: Int)
    case read(RecordVersion)
    case refused(any EntryRefusal)
}

/// Works through what is asked of app data, each by itself, in one transaction.
struct ProcessAppData: Sendable {
    let writing: Writing

    func callAsFunction(_ operations: [AppDataOperation], in place: RecordPlace, _ tx: Transaction) async throws -> [AppDataOutcome] {
        try await writing(of: place.owner, tx) { writer in
            try await writer.charge.look(tx)
            var outcomes: [AppDataOutcome] = []
            for operation in operations {
                try Task.checkCancellation()
                do {
                    try writer.budget.check(.appData)
                    let outcome = try await Self.process(operation, in: place, writer, tx)
                    if case .read(let found) = outcome { try writer.budget.keep(.appData, found.body?.count ?? 0) }
                    outcomes.append(outcome)
                } catch let refusal as any EntryRefusal {
                    outcomes.append(.refused(refusal))
                }
            }
            return outcomes
        }
    }

    private static func process(_ operation: AppDataOperation, in place: RecordPlace, _ writer: RecordWriter, _ tx: Transaction) async throws -> AppDataOutcome {
        switch operation {
        case .write(nil, let content, _):
            return .written(try await writer.create(content, in: place, tx), contentType: content.contentType)
        case .write(let id?, let content, let precondition):
            let written = try await writer.update(id, content, in: place, within: .everything, if: precondition, mayCreate: precondition.mustBeAbsent, tx)
            return .written(written, contentType: content.contentType)
        case .delete(let id, let precondition): return .deleted(version: try await writer.delete(id, in: place, if: precondition, tx))
        case .read(let id):
            guard let found = try await tx.current(id, in: place, writer.key) else { throw Refusal.noSuch(place.thing) }
            guard found.body != nil else { throw Refusal.deleted(place.thing, version: found.version) }
            return .read(found)
        }
    }
}
