import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// The work on one bundle, inside one transaction.
struct BundleRun {
    let process: ProcessBundle
    let bundle: BatchBundle
    let writer: RecordWriter

    private var outcomes: [EntryOutcome?]
    /// Of a transaction's new resources: what others in it call them, and their addresses.
    var references: TransactionReferences = [:]
    var newIDs: [Int: RecordID] = [:]
    /// Of a transaction's resources that are written, by the entry: what each is called in the end.
    var ids: [Int: String] = [:]
    /// `Type/id` of what a transaction replaces or deletes: what a search finds of it is gone in the end.
    var replaced: Set<String> = []
    /// What the searches of references have looked at.
    var candidates = TransactionCandidates()
    /// Of a transaction's conditions: what they find, by the entry.
    var found: [Int: Found] = [:]
    /// Creations under the condition of an earlier one in the transaction: they are the same.
    var sameCreation: [Int: Int] = [:]

    struct Found { var version: RecordVersion? }

    /// So many creations go to the database in one round trip.
    private static let chunk = 100

    init(_ process: ProcessBundle, _ bundle: BatchBundle, _ writer: RecordWriter) {
        self.process = process
        self.bundle = bundle
        self.writer = writer
        outcomes = Array(repeating: nil, count: bundle.entries.count)
    }

    /// Deletions, creations, updates, reads: a transaction's order; for a batch it makes no difference.
    mutating func all(_ tx: Transaction) async throws -> [EntryOutcome] {
        var deletions: [Int] = []
        var creations: [Int] = []
        var updates: [Int] = []
        var reads: [Int] = []
        for (index, entry) in bundle.entries.enumerated() {
            try Task.checkCancellation()
            switch entry {
            case .failure(let fault): try refuse(fault, index)
            case .success(let entry):
                if bundle.isTransaction { try checkType(of: entry, index) }
                switch entry.action {
                case .delete, .deleteFound: deletions.append(index)
                case .create: creations.append(index)
                case .update, .updateFound, .patch, .patchFound: updates.append(index)
                case .read, .readVersion, .search: reads.append(index)
                }
            }
        }
        if bundle.isTransaction { try await prepareTransaction(creations, updates, deletions, tx) }
        if !creations.isEmpty || !updates.isEmpty { try await writer.charge.look(tx) }
        for index in deletions { try await attempt(index) { run, entry in try await run.delete(entry, index, tx) } }
        try await create(creations, tx)
        for index in updates { try await attempt(index) { run, entry in try await run.update(entry, index, tx) } }
        try await read(reads, tx)
        // By now each has one.
        return outcomes.compactMap { $0 }
    }

    func entry(_ index: Int) throws -> BundleEntry { try bundle.entries[index].get() }

    func place(_ type: String) -> RecordPlace { .resources(type, process.release, writer.owner) }

    /// In a batch the entry alone fails; in a transaction, all.
    private mutating func attempt(_ index: Int, _ work: (BundleRun, BundleEntry) async throws -> EntryOutcome) async throws {
        try Task.checkCancellation()
        do {
            outcomes[index] = try await work(self, try entry(index))
        } catch let refusal as any EntryRefusal {
            try refuse(refusal, index)
        }
    }

    private mutating func refuse(_ refusal: any EntryRefusal, _ index: Int) throws {
        if bundle.isTransaction { throw TransactionRefused(entry: index, refusal: refusal) }
        outcomes[index] = .refused(refusal)
    }

    // MARK: Entries

    private mutating func create(_ indexes: [Int], _ tx: Transaction) async throws {
        var pending: [(index: Int, creation: Creation)] = []
        for index in indexes {
            try Task.checkCancellation()
            do {
                if try await isFound(index, &pending, tx) { continue }
                let creation = try creation(try entry(index), index)
                if creation.subscription != nil {
                    // Those before it count.
                    try await flush(&pending, tx)
                    _ = try await writer.admit(creation, tx)
                }
                try writer.charge.add(creation.row.cost)
                pending.append((index, creation))
            } catch let refusal as any EntryRefusal {
                try refuse(refusal, index)
            }
            if pending.count >= Self.chunk { try await flush(&pending, tx) }
        }
        try await flush(&pending, tx)
    }

    private func creation(_ entry: BundleEntry, _ index: Int) throws -> Creation {
        let type = try process.release.known(entry.type)
        let reach = try process.permissions.reach(.create, type)
        return try writer.creation(try content(entry, type, within: reach), in: place(type), record: newIDs[index])
    }

    private func content(_ entry: BundleEntry, _ type: String, within reach: RecordReach) throws -> RecordContent {
        guard let resource = entry.resource else { throw ResourceFault(.required, "The entry has no resource.") }
        let draft = try writer.validation.draft(resource, process.release)
        try draft.check(type: type)
        let annotations = entry.annotations ?? process.annotations
        try reach.check(draft, annotations)
        return RecordContent(body: .resource(draft, references: references.seen(from: entry)), annotations: annotations, keepsMetadata: process.keepsMetadata)
    }

    /// A creation that is none, since its condition finds what was to be created. In a batch, also what the entries before it have made.
    private mutating func isFound(_ index: Int, _ pending: inout [(index: Int, creation: Creation)], _ tx: Transaction) async throws -> Bool {
        let entry = try entry(index)
        guard entry.ifNoneExist != nil else { return false }
        if !bundle.isTransaction { try await flush(&pending, tx) }
        if let first = sameCreation[index] {
            try await flush(&pending, tx)
            try gather(outcomes[first])
            outcomes[index] = outcomes[first]
            return true
        }
        guard let version = try await condition(index, tx) else { return false }
        outcomes[index] = outcome(WrittenRecord(version), entry.type)
        return true
    }

    /// What one entry is answered with, and another under its condition again.
    private func gather(_ outcome: EntryOutcome?) throws {
        guard case .written(let written, _) = outcome, let body = written.body else { return }
        try writer.budget.check(.gathered)
        try writer.budget.gather(body)
    }

    private mutating func flush(_ pending: inout [(index: Int, creation: Creation)], _ tx: Transaction) async throws {
        guard !pending.isEmpty else { return }
        try await writer.create(pending.map(\.creation), tx)
        for (index, creation) in pending { outcomes[index] = outcome(creation.written, try entry(index).type) }
        pending.removeAll(keepingCapacity: true)
    }

    private func update(_ entry: BundleEntry, _ index: Int, _ tx: Transaction) async throws -> EntryOutcome {
        try writer.budget.check(.gathered)
        let place = place(try process.release.known(entry.type))
        let reach = try process.permissions.reach(.update, place.type)
        switch entry.action {
        case .patch, .patchFound: return try await patch(entry, index, in: place, within: reach, tx)
        default: break
        }
        let content = try content(entry, place.type, within: reach)
        guard case .resource(let draft, _) = content.body else { throw Refusal.noSuch(.resource) }
        if case .update(_, let id) = entry.action {
            try draft.check(id: id)
            try await writer.requireReach(reach, of: id, in: place, orDeleted: true, tx)
            return outcome(try await writer.update(id, content, in: place, within: reach, if: entry.precondition, mayCreate: true, tx), place.type)
        }
        let found = try await condition(index, tx)
        return outcome(
            try await writer.update(found, draft, content, in: place, within: reach, new: newIDs[index], if: entry.precondition, tx), place.type)
    }

    private func patch(
        _ entry: BundleEntry, _ index: Int, in place: RecordPlace, within reach: RecordReach, _ tx: Transaction
    ) async throws -> EntryOutcome {
        guard let resource = entry.resource else { throw ResourceFault(.required, "The entry has no resource.") }
        let readable = try process.permissions.reach(.read, place.type)
        let patch = try ResourcePatch(entry: resource, process.release)
        let id = try await id(entry, index, tx)
        let written = try await writer.patch(
            id, patch, in: place, within: reach, readable: readable, annotations: entry.annotations ?? process.annotations, if: entry.precondition, tx)
        if writer.budget.keepsBodies { writer.budget.gathered(written.body?.count ?? 0) }
        return outcome(written, place.type)
    }

    private func outcome(_ written: WrittenRecord, _ type: String) -> EntryOutcome {
        var written = written
        if !writer.budget.keepsBodies { written.body = nil }
        return .written(written, type: type)
    }

    private func delete(_ entry: BundleEntry, _ index: Int, _ tx: Transaction) async throws -> EntryOutcome {
        let place = place(try process.release.known(entry.type))
        let reach = try process.permissions.reach(.delete, place.type)
        let id = try await id(entry, index, tx)
        try await writer.requireReach(reach, of: id, in: place, tx)
        return .deleted(version: try await writer.delete(id, in: place, if: entry.precondition, tx))
    }

    /// A few bytes of an entry can ask for a whole page.
    private mutating func read(_ indexes: [Int], _ tx: Transaction) async throws {
        for index in indexes {
            try await attempt(index) { run, entry in
                try run.writer.budget.check(.answered)
                return try await run.read(entry, tx)
            }
            switch outcomes[index] {
            case .read(let body, _, _), .listed(let body): try writer.budget.keep(.answered, body?.count ?? 0)
            default: try writer.budget.hold()
            }
        }
    }

    private func read(_ entry: BundleEntry, _ tx: Transaction) async throws -> EntryOutcome {
        let place = place(try process.release.known(entry.type))
        let isSearch = if case .search = entry.action { true } else { false }
        let reach = try process.permissions.reach(isSearch ? .search : .read, place.type)
        let stored: RecordVersion?
        switch entry.action {
        case .search(_, let query):
            let search = try process.reading(place.type, query)
            do {
                let listed = try await process.find(search, writer.key, tx, writer.overlay)
                for version in listed.page + listed.included {
                    writer.touched.add(.read, self.place(version.record.type), version.id, version: version.version)
                }
                return .listed(entry.isHead ? nil : process.showing(listed))
            } catch let fault as SearchFault {
                throw UnreadableSearch(cause: fault)
            }
        case .read(_, let id): stored = try await tx.storedCurrent(id, in: place, within: reach, writer.key)
        case .readVersion(_, let id, let version): stored = try await tx.storedVersion(version, of: id, in: place, within: reach, writer.key)
        default: stored = nil
        }
        guard let stored else { throw Refusal.noSuch(.resource) }
        guard stored.body != nil else { throw Refusal.deleted(.resource, version: stored.version) }
        writer.touched.add(.read, place, stored.id, version: stored.version)
        if entry.known.isCurrent(stored.version, writtenAt: stored.writtenAt) { return .unchanged(version: stored.version, at: stored.writtenAt) }
        let body = entry.isHead ? nil : try await tx.whole(stored, writer.key).body
        return .read(body, version: stored.version, at: stored.writtenAt)
    }
}
