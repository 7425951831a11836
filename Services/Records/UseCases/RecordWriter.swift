import CareModels
import FHIR
import Foundation
import Outbox
import Postgres
import Sealing

/// One transaction's hand on a person's records, while their key's row is locked.
struct RecordWriter {
    let key: PersonKey
    let keys: PersonKeys
    let seal: EventSeal
    let news: MeasurementNews
    let base: String
    let now: Date
    let newID: @Sendable () -> UUID
    /// Takes in the bytes of all that is written.
    let charge: StorageCharge
    let validation: ResourceValidation
    let budget: Budget
    /// And each of them is named here.
    let touched = TouchedRecords()
    /// What conditions have read of the person's index.
    let overlay = IndexOverlay()
    private let locked = LockedRecords()

    var owner: UserID { key.person }

    func heard(of person: PersonInPassing) {
        touched.follow(person.isFollowed)
        charge.sees(row: person.isCounted)
    }
}

/// Records that were locked together, each until it is written: what was is looked at again.
private final class LockedRecords {
    var rows: [[UInt8]: (record: StoredRecord, person: PersonInPassing)] = [:]
}

extension RecordWriter {
    /// Those that several updates are of, in one round trip for all.
    func lock(_ updates: [(id: String, place: RecordPlace)], _ tx: Transaction) async throws {
        locked.rows = try await tx.lock(at: Set(updates.map { $0.place.address(of: $0.id, key) }), of: owner)
    }

    /// One, unless it is locked already; nil when there is none.
    func lock(_ id: String, in place: RecordPlace, _ tx: Transaction) async throws -> (record: StoredRecord, person: PersonInPassing)? {
        if !locked.rows.isEmpty, let row = locked.rows.removeValue(forKey: place.address(of: id, key)) { return row }
        return try await tx.lock(id, in: place, key)
    }
}

extension RecordWriter {
    /// What others hear of a measurement, if they hear anything: how much it was under the person's key.
    func told(
        _ observed: ObservedValue?, _ measurements: inout Measurements, of record: RecordID, recordVersion: Int, at instant: Date
    ) throws -> (any CareEvent)? {
        let seal = news.isInTheClear ? nil : { try key.measurements.seal($0, of: record, version: $1) }
        return try measurements.event(observed, of: record, person: owner, recordVersion: recordVersion, at: instant, seal: seal)
    }

    /// What every write of a resource goes through. One that a handler had looked at before anything was locked is not looked at again.
    func checked(_ content: RecordContent, in place: RecordPlace) throws -> RecordContent {
        guard case .resource(let draft, let references) = content.body, let release = FHIRRelease(place.format) else { return content }
        var checked = content
        checked.body = .resource(try validation.checked(draft, release), references: references)
        return checked
    }

    /// What is there and out of the caller's reach is nowhere to be found. Under the person's lock, so that it stays what it is until it is written. What
    /// was deleted may be written anew by whom its last version was within reach of.
    func requireReach(_ reach: RecordReach, of id: String, in place: RecordPlace, orDeleted: Bool = false, _ tx: Transaction) async throws {
        guard reach != .everything, let current = try await tx.storedCurrent(id, in: place, key) else { return }
        try await requireReach(reach, of: current, id, in: place, orDeleted: orDeleted, tx)
    }
}

extension RecordWriter {
    /// Of one that was looked up already.
    func requireReach(
        _ reach: RecordReach, of current: RecordVersion, _ id: String, in place: RecordPlace, orDeleted: Bool = false, _ tx: Transaction
    ) async throws {
        if reach == .everything { return }
        let judged = orDeleted && current.body == nil ? try await tx.lastLiving(id, in: place, key) ?? current : current
        guard try await tx.isHeld(judged, in: place, within: reach, key) else { throw Refusal.noSuch(place.thing) }
    }
}

/// Another writer made a record at this address first: the transaction has to run again, and will find it.
struct AddressTaken: Error {}
