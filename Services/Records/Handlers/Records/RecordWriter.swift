import CareModels
import Foundation
import HTTP
import Outbox
import Postgres
import Sealing

/// Another writer made a record at this address first: the transaction has to run again, and will find it.
struct AddressTaken: Error {}

/// The three ways to write a record, with their events, for FHIR and app data alike.
struct RecordWriter {
    let key: PersonKey
    let seal: EventSeal
    let now: Date
    let newID: @Sendable () -> UUID
    /// Takes in the bytes of all that is written.
    let charge: StorageCharge

    /// What was written.
    struct Written: Sendable {
        var record: RecordID
        var id: String
        var version: Int
        var at: Date
        var createdAt: Date
        var status: RecordStatus
        var annotations: [String]
        /// Nil for a deletion.
        var body: [UInt8]?
        var isNew: Bool
    }

    /// Statements that are yet to run, and what is true when they have.
    struct Prepared: Sendable {
        var statements: [SQL]
        var events: [any CareEvent]
        /// Bytes stored, to be charged before the statements run.
        var cost: Int
        var written: Written
    }

    // MARK: Create

    /// A new record; `id` is the client's, when it chose one. The last statement affects one row when all went well.
    func creation(_ content: RecordContent, in place: RecordPlace, id chosen: String? = nil, record: RecordID? = nil) throws -> Prepared {
        let record = record ?? RecordID(newID())
        let id = chosen ?? record.description
        let body = content.bytes(id: id, version: 1, at: now)
        let words = content.annotations?.words ?? []
        let head = RecordHead(id: chosen == record.description ? nil : chosen, annotations: words.isEmpty ? nil : words, contentType: content.contentType)
        let observed = content.observed
        let status = content.status ?? .active
        let row = NewRecord(
            id: record, place: place, address: place.address(of: id, key), status: status, at: now, head: try head.sealed(record, key),
            terms: key.terms(words), isObserved: observed != nil, body: try key.sealBody(body, of: record, version: 1))
        var events: [any CareEvent] = [
            RecordCreated(recordId: record, version: 1, userId: place.owner, format: place.format, recordType: place.type, createdAt: now)
        ]
        if let observed { events.append(recorded(observed, record, version: 1, recordVersion: 1)) }
        let written = Written(
            record: record, id: id, version: 1, at: now, createdAt: now, status: status, annotations: words, body: body, isNew: true)
        let cost = RecordStorage.cost(ofBody: row.body) + (row.head?.count ?? 0)
        return Prepared(statements: [row.insertion], events: events, cost: cost, written: written)
    }

    func create(_ content: RecordContent, in place: RecordPlace, id: String? = nil, _ tx: Transaction) async throws -> Written {
        let prepared = try creation(content, in: place, id: id)
        try charge.add(prepared.cost)
        let affected = try await tx.batch(prepared.statements, emitting: prepared.events, seal: seal)
        guard affected.last == 1 else { throw id == nil ? PersonErased() : AddressTaken() as any Error }
        return prepared.written
    }

    // MARK: Update

    /// The next version; a record under the client's id when there is none (FHIR's update as create), if `mayCreate`; else nil.
    func update(
        _ id: String, _ content: RecordContent, in place: RecordPlace, if precondition: Precondition, mayCreate: Bool, _ tx: Transaction
    ) async throws -> Written? {
        guard let stored = try await tx.lock(id, in: place, key) else {
            try precondition.check(version: nil)
            guard mayCreate else { return nil }
            return try await create(content, in: place, id: id, tx)
        }
        let wasDeleted = stored.status == .deleted
        try precondition.check(version: wasDeleted ? nil : stored.version)
        if wasDeleted, !mayCreate { throw Problem.gone("record", version: stored.version) }
        var head = try RecordHead(opening: stored.head, of: stored.id, key)
        if let annotations = content.annotations { head.annotations = annotations.words.isEmpty ? nil : annotations.words }
        head.contentType = content.contentType
        let version = stored.version + 1
        let at = max(now, stored.updatedAt)
        let body = content.bytes(id: id, version: version, at: at)
        let status = content.status ?? (wasDeleted ? .active : stored.status)
        let words = head.annotations ?? []
        var next = NextVersion(
            id: stored.id, version: version, status: status, at: at, head: try head.sealed(stored.id, key), terms: key.terms(words),
            observations: stored.observations, isObserved: stored.isObserved, body: try key.sealBody(body, of: stored.id, version: version))
        var events: [any CareEvent] = [
            RecordUpdated(recordId: stored.id, version: version, userId: place.owner, format: place.format, recordType: place.type, updatedAt: at)
        ]
        if let event = observe(content.observed, &next) { events.append(event) }
        try charge.add(next.cost + (next.head?.count ?? 0) - (stored.head?.count ?? 0))
        try await tx.batch(next.statements, emitting: events, seal: seal)
        return Written(
            record: stored.id, id: id, version: version, at: at, createdAt: stored.createdAt, status: status, annotations: words, body: body,
            isNew: wasDeleted)
    }

    // MARK: Delete

    /// Nil when there never was one; a record already deleted stays as it is.
    func delete(_ id: String, in place: RecordPlace, if precondition: Precondition, _ tx: Transaction) async throws -> Written? {
        guard let stored = try await tx.lock(id, in: place, key) else {
            try precondition.check(version: nil)
            return nil
        }
        let head = try RecordHead(opening: stored.head, of: stored.id, key)
        let words = head.annotations ?? []
        if stored.status == .deleted {
            return Written(
                record: stored.id, id: id, version: stored.version, at: stored.updatedAt, createdAt: stored.createdAt, status: .deleted,
                annotations: words, body: nil, isNew: false)
        }
        try precondition.check(version: stored.version)
        let version = stored.version + 1
        let at = max(now, stored.updatedAt)
        var next = NextVersion(
            id: stored.id, version: version, status: .deleted, at: at, head: stored.head, terms: key.terms(words),
            observations: stored.observations, isObserved: stored.isObserved, body: nil)
        var events: [any CareEvent] = [
            RecordDeleted(recordId: stored.id, version: version, userId: place.owner, format: place.format, recordType: place.type, deletedAt: at)
        ]
        if let event = observe(nil, &next) { events.append(event) }
        try await tx.batch(next.statements, emitting: events, seal: seal)
        return Written(
            record: stored.id, id: id, version: version, at: at, createdAt: stored.createdAt, status: .deleted, annotations: words, body: nil,
            isNew: false)
    }

    // MARK: Measurements

    private func recorded(_ observed: ObservedValue, _ record: RecordID, version: Int, recordVersion: Int) -> ObservationRecorded {
        ObservationRecorded(
            observationId: record, version: version, userId: key.person, recordVersion: recordVersion, system: ObservedCode.system,
            code: observed.code.rawValue, value: observed.value, unit: observed.unit, effectiveAt: observed.effectiveAt)
    }

    /// The event that the new version makes for those who act on measurements, if it makes one.
    private func observe(_ observed: ObservedValue?, _ next: inout NextVersion) -> (any CareEvent)? {
        guard observed != nil || next.isObserved else { return nil }
        next.observations += 1
        next.isObserved = observed != nil
        if let observed { return recorded(observed, next.id, version: next.observations, recordVersion: next.version) }
        return ObservationWithdrawn(
            observationId: next.id, version: next.observations, userId: key.person, recordVersion: next.version, withdrawnAt: next.at)
    }
}
