import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// Lines of an import: a resource with an id is created or updated under it, one without is new. What is there already just so stays, so that an import can be sent
/// again from its beginning.
struct ImportRecords: Sendable {
    /// Of one transaction.
    static let batch = 100
    static let batchBytes = 1 << 20

    let writing: Writing
    let release: FHIRRelease
    let permissions: RecordPermissions
    /// Pictures stay as they are.
    let keepsMetadata: Bool
    /// Of a line without an id: the same for the same import, line and type of resource; nil where the client named no key for it. A line that was mended into
    /// one of another type is another record.
    let id: @Sendable (_ line: Int, _ type: String) -> RecordID?

    func callAsFunction(_ lines: [ImportLine], of owner: UserID, _ tx: Transaction) async throws -> [ImportOutcome] {
        try await writing(of: owner, tx) { writer in
            try await writer.charge.look(tx)
            var run = ImportRun(self, writer, lines.count)
            try await run.all(lines, tx)
            return run.outcomes.compactMap { $0 }
        }
    }
}

/// The work on the lines of one transaction.
private struct ImportRun {
    let importing: ImportRecords
    let writer: RecordWriter
    var outcomes: [ImportOutcome?]
    private var pending: [Creation] = []

    private struct Line {
        var place: RecordPlace
        /// Nil for a new record of ours.
        var id: String?
        var record: RecordID?
        var draft: ResourceDraft
        var address: [UInt8]?
    }

    init(_ importing: ImportRecords, _ writer: RecordWriter, _ count: Int) {
        self.importing = importing
        self.writer = writer
        outcomes = Array(repeating: nil, count: count)
    }

    mutating func all(_ lines: [ImportLine], _ tx: Transaction) async throws {
        var read: [Line?] = []
        for (index, line) in lines.enumerated() {
            try Task.checkCancellation()
            do {
                read.append(try self.line(line))
            } catch let refusal as any EntryRefusal {
                outcomes[index] = .refused(refusal)
                read.append(nil)
            }
        }
        let addresses = read.compactMap { $0?.address }
        // A line of fifty bytes may be of a resource of four megabytes: of many such the rest is read one after the other.
        let stored = try await tx.storedCurrent(at: addresses, of: writer.owner, writer.key)
        var current = stored.found
        var written: Set<[UInt8]> = []
        for (index, line) in read.enumerated() {
            guard let line else { continue }
            var over: RecordVersion?
            if let address = line.address {
                over = current.removeValue(forKey: address)
                let isNamedBefore = !written.insert(address).inserted
                // What that one has made is looked at again.
                if isNamedBefore { try await flush(tx) }
                if isNamedBefore || stored.isCut && over == nil {
                    over = try await tx.storedCurrent(at: [address], of: writer.owner, writer.key).found[address]
                }
            }
            do {
                outcomes[index] = try await write(line, over: over, tx)
            } catch let refusal as any EntryRefusal {
                outcomes[index] = .refused(refusal)
            }
        }
        try await flush(tx)
    }

    private func line(_ line: ImportLine) throws -> Line {
        let draft = try writer.validation.draft(try ResourceDraft.root(of: line.bytes), importing.release)
        let place = RecordPlace.resources(try importing.release.known(draft.type), importing.release, writer.owner)
        let record = draft.id == nil ? importing.id(line.number, place.type) : nil
        let id = draft.id ?? record?.description
        try importing.permissions.reach(id == nil || record != nil ? .create : .update, place.type).check(draft)
        return Line(place: place, id: id, record: record, draft: draft, address: id.map { place.address(of: $0, writer.key) })
    }

    private mutating func write(_ line: Line, over current: RecordVersion?, _ tx: Transaction) async throws -> ImportOutcome {
        let content = RecordContent(body: .resource(line.draft, references: [:]), keepsMetadata: importing.keepsMetadata)
        guard let id = line.id, let current else {
            if line.id != nil, line.record == nil { try checkMade(content, line) }
            let creation = try writer.creation(content, in: line.place, id: line.record == nil ? line.id : nil, record: line.record)
            if creation.subscription != nil {
                // Those before it count.
                try await flush(tx)
                _ = try await writer.admit(creation, tx)
            }
            try writer.charge.add(creation.row.cost)
            pending.append(creation)
            return .created
        }
        let reach = try importing.permissions.reach(.update, line.place.type)
        try await writer.requireReach(reach, of: current, id, in: line.place, orDeleted: true, tx)
        if try isThere(line, content, id, current) { return .unchanged }
        _ = try await writer.update(id, content, in: line.place, within: reach, if: Precondition(), mayCreate: true, tx)
        return .updated
    }

    /// Just so: as it was sent, or without what its pictures told.
    private func isThere(_ line: Line, _ content: RecordContent, _ id: String, _ current: RecordVersion) throws -> Bool {
        guard let body = current.body else { return false }
        func isStored(_ same: [UInt8]) throws -> Bool { try current.cuts.isEmpty ? same == body : content.lifted(same).isStored(as: body, current.cuts) }
        if try isStored(line.draft.stamped(id: id, version: current.version, at: current.writtenAt)) { return true }
        return try !content.keepsMetadata && isStored(content.bytes(id: id, version: current.version, at: current.writtenAt))
    }

    /// Of one under an id of the client's own.
    private func checkMade(_ content: RecordContent, _ line: Line) throws {
        let reach = try importing.permissions.reach(.update, line.place.type)
        guard reach.mayMake else { throw Refusal.noSuch(line.place.thing) }
        try reach.checkMade(content)
    }

    private mutating func flush(_ tx: Transaction) async throws {
        guard !pending.isEmpty else { return }
        try await writer.create(pending, tx)
        pending.removeAll(keepingCapacity: true)
    }
}
