import CareModels
import Outbox
import Postgres

/// A person deletes a record; its history stays. One that is deleted already stays as it is, so that a retry is safe.
struct DeleteRecord: Sendable {
    let writing: Writing
    /// Which records the caller may delete.
    var reach = RecordReach.everything

    /// The version that is the deletion.
    func callAsFunction(_ target: RecordTarget, in place: RecordPlace, if precondition: Precondition, _ tx: Transaction) async throws -> Int {
        try await writing(of: place.owner, tx) { writer in
            let id = try await writer.id(of: target, in: place, tx)
            try await writer.requireReach(reach, of: id, in: place, tx)
            return try await writer.delete(id, in: place, if: precondition, tx)
        }
    }
}

extension RecordWriter {
    func delete(_ id: String, in place: RecordPlace, if precondition: Precondition, _ tx: Transaction) async throws -> Int {
        try refuseNoted(id, in: place)
        guard let (stored, person) = try await lock(id, in: place, tx) else {
            try precondition.check(version: nil)
            throw Refusal.noSuch(place.thing)
        }
        let head = try RecordHead(opening: stored.head, of: stored.id, key)
        try refuseAttested(head)
        let words = head.annotations ?? []
        if stored.status == .deleted { return stored.version }
        try precondition.check(version: stored.version)
        var next = NextVersion(
            id: stored.id, version: stored.version + 1, status: .deleted, at: max(now, stored.updatedAt), head: stored.head, terms: key.terms(words),
            measurements: stored.measurements, body: nil)
        heard(of: person)
        // What it was found by, before it is gone.
        let index = touched.isFollowed ? try await tx.searchIndex(of: stored.id, version: stored.version, key) : nil
        let deleted = RecordDeleted(
            recordId: stored.id, version: next.version, userId: owner, format: place.format, recordType: place.type, deletedAt: next.at)
        try await store(&next, deleted, observed: nil, tx)
        try await withdrawGiven(of: stored.id, in: place, tx)
        try await keep(nil as AdmittedSubscription?, of: stored.id, version: next.version, in: place, tx)
        changed(.deleted, stored.id, head.id ?? stored.id.description, version: next.version, at: next.at, in: place, index)
        touched.add(.delete, place, head.id ?? stored.id.description, version: next.version)
        return next.version
    }
}
