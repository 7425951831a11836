import CareModels
import Outbox
import Postgres
import Sealing

/// A person stores something new: a FHIR resource, or bytes of an app's.
struct CreateRecord: Sendable {
    let writing: Writing

    /// `unless` a search finds one already among those that the caller may find: then that one stays as it is, and is what was asked for.
    func callAsFunction(
        _ content: RecordContent, in place: RecordPlace, unless condition: (query: SearchQuery, find: FindResources)? = nil, _ tx: Transaction
    ) async throws -> WrittenRecord {
        try await writing(of: place.owner, tx) { writer in
            if let condition, let found = try await writer.match(condition.query, by: condition.find, tx) { return WrittenRecord(found) }
            return try await writer.create(content, in: place, tx)
        }
    }
}

/// A new record that is yet to be stored, and what is true when it is.
struct Creation: Sendable {
    var row: NewRecord
    var events: [any CareEvent]
    var written: WrittenRecord
    /// By a consent, to others.
    var given: [ConsentReading.Given] = []
    /// By a subscription.
    var subscription: SubscriptionReading?
    let origin = RequestOrigin()
}

extension RecordWriter {
    /// `id` is the client's, when it chose one.
    func creation(
        _ content: RecordContent, in place: RecordPlace, id chosen: String? = nil, record: RecordID? = nil, isAttestation: Bool = false
    ) throws -> Creation {
        let content = try checked(content, in: place)
        let record = record ?? RecordID(newID())
        let id = chosen ?? record.description
        try refuseNoted(id, in: place)
        let body = try content.bytes(id: id, version: 1, at: now)
        let lifted = try content.lifted(body)
        let words = content.annotations?.words ?? []
        let head = RecordHead(
            id: chosen == record.description ? nil : chosen, annotations: words.isEmpty ? nil : words, contentType: content.contentType,
            isAttestation: isAttestation ? true : nil)
        let status = content.status ?? .active
        var events: [any CareEvent] = [
            RecordCreated(recordId: record, version: 1, userId: owner, format: place.format, recordType: place.type, createdAt: now)
        ]
        var measurements = Measurements()
        if let event = try told(content.observed(news), &measurements, of: record, recordVersion: 1, at: now) { events.append(event) }
        let row = NewRecord(
            id: record, place: place, address: place.address(of: id, key), status: status, at: now, head: try head.sealed(record, key),
            terms: key.terms(words), measurements: measurements,
            search: try search(content, body, as: chosen == record.description ? nil : chosen, words, of: record, version: 1, in: place),
            body: try key.sealBody(lifted.kept, of: record, version: 1), cuts: try lifted.sealedCuts(of: record, version: 1, key), lifted: lifted)
        let written = WrittenRecord(
            record: record, id: id, version: 1, at: now, createdAt: now, status: status, annotations: words, body: content.file == nil ? body : nil,
            isNew: true, issues: content.issues)
        return Creation(row: row, events: events, written: written, given: try given(by: content, in: place), subscription: try subscription(by: content, in: place))
    }

    /// Under an id of ours.
    func create(_ content: RecordContent, in place: RecordPlace, record: RecordID? = nil, _ tx: Transaction) async throws -> WrittenRecord {
        try await checkSealed(content, in: place, tx)
        let creation = try creation(content, in: place, record: record)
        _ = try await admit(creation, tx)
        try charge.add(creation.row.cost)
        try await create([creation], tx)
        return creation.written
    }

    /// Before it is stored, and again then, by what those before it have become.
    func admit(_ creation: Creation, _ tx: Transaction) async throws -> AdmittedSubscription? {
        try await admit(creation.subscription, of: creation.row.id, version: creation.written.version, in: creation.row.place, tx)
    }

    /// Resources, under ids of ours, which nobody else takes. They are charged and admitted by then.
    func create(_ creations: [Creation], _ tx: Transaction) async throws {
        // With the records: less is left to be made while others of the person's wait for their lock.
        try await tx.emit(traced: creations.map { ($0.events, $0.origin.trace) }, sealedBy: seal)
        let inserted = try await tx.insert(creations.map(\.row))
        guard inserted.areMade else { throw PersonErased() }
        heard(of: inserted.person)
        try await store(creations.flatMap(\.row.lifted.contents), tx)
        try await note(creations, tx)
    }

    /// Under an id that the client chose.
    func create(_ id: String, _ content: RecordContent, in place: RecordPlace, _ tx: Transaction) async throws -> WrittenRecord {
        try await checkSealed(content, in: place, tx)
        let creation = try creation(content, in: place, id: id)
        _ = try await admit(creation, tx)
        try charge.add(creation.row.cost)
        try await tx.emit(creation.events, sealedBy: seal)
        let inserted = try await tx.insert([creation.row])
        heard(of: inserted.person)
        guard inserted.areMade else {
            // An erased owner looks the same from there; this tells.
            _ = try await keys.forWriting(owner, alone: true, tx)
            throw AddressTaken()
        }
        try await store(creation.row.lifted.contents, tx)
        try await note([creation], tx)
        return creation.written
    }
}
