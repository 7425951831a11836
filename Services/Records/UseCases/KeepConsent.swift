import CareModels
import FHIR
import Postgres

/// The person's consents were changed since it was decided that somebody is let in: it has to be decided again.
struct ConsentsChanged: Error {}

/// The id is that of something that was noted of the record's use: nobody writes there.
struct NotedForGood: EntryRefusal {}

extension RecordWriter {
    /// What a consent that is to be stored gives to others.
    func given(by content: RecordContent, in place: RecordPlace) throws(ResourceFault) -> [ConsentReading.Given] {
        guard place.type == "Consent", let release = place.release, case .resource(let draft, _) = content.body else { return [] }
        return try ConsentReading(draft.value, release, of: owner).given
    }

    /// Of new records.
    func note(_ creations: [Creation], _ tx: Transaction) async throws {
        for creation in creations {
            touched.add(.create, creation.row.place, creation.written.id, version: creation.written.version, by: creation.origin.trail)
            try await keep(try await admit(creation, tx), of: creation.row.id, version: creation.written.version, in: creation.row.place, tx)
            changed(.created, creation.row.id, creation.written.id, version: 1, at: now, in: creation.row.place, creation.row.search?.opened)
            guard !creation.given.isEmpty else { continue }
            try await tx.keep(creation.given, of: creation.row.id, version: creation.written.version, key)
            touched.changedConsents()
        }
    }

    /// In the commit of the version that says so.
    func keep(_ given: [ConsentReading.Given], of record: RecordID, version: Int, in place: RecordPlace, _ tx: Transaction) async throws {
        guard place.type == "Consent" else { return }
        try await tx.keep(given, of: record, version: version, key)
        touched.changedConsents()
    }

    func withdrawGiven(of record: RecordID, in place: RecordPlace, _ tx: Transaction) async throws {
        guard place.type == "Consent" else { return }
        try await tx.keep([], of: record, version: 0, key)
        touched.changedConsents()
    }

    /// What was noted is read as an AuditEvent under an id of its own, and stays as it is.
    func refuseNoted(_ id: String, in place: RecordPlace) throws(NotedForGood) {
        if place.type == "AuditEvent", NotedID(id) != nil { throw NotedForGood() }
    }
}
