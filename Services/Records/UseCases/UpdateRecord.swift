import CareModels
import Outbox
import Postgres

/// A person stores a record's next version; or its first one under their own id when there is none (FHIR's update as create), if it `mayCreate`.
struct UpdateRecord: Sendable {
    let writing: Writing
    let mayCreate: Bool
    /// Which records the caller may change.
    var reach = RecordReach.everything

    func callAsFunction(
        _ id: String, _ content: RecordContent, in place: RecordPlace, if precondition: Precondition, _ tx: Transaction
    ) async throws -> WrittenRecord {
        try await writing(of: place.owner, tx) { writer in
            try await writer.requireReach(reach, of: id, in: place, orDeleted: true, tx)
            return try await writer.update(id, content, in: place, within: reach, if: precondition, mayCreate: mayCreate, tx)
        }
    }
}

extension UpdateRecord {
    /// The one that a search finds, or a new one when it finds none: under the content's own id, if it has one that is free.
    func callAsFunction(
        found query: SearchQuery, by find: FindResources, _ draft: ResourceDraft, _ content: RecordContent, in place: RecordPlace,
        if precondition: Precondition, _ tx: Transaction
    ) async throws -> WrittenRecord {
        try await writing(of: place.owner, tx) { writer in
            let found = try await writer.match(query, by: find, tx)
            return try await writer.update(found, draft, content, in: place, within: reach, if: precondition, tx)
        }
    }
}

extension RecordWriter {
    /// `found` by the condition of the write, if it found any; `new` is what another resource may refer to already.
    func update(
        _ found: RecordVersion?, _ draft: ResourceDraft, _ content: RecordContent, in place: RecordPlace, within reach: RecordReach, new: RecordID? = nil,
        if precondition: Precondition, _ tx: Transaction
    ) async throws -> WrittenRecord {
        if let found {
            if draft.id != nil { try draft.check(id: found.id) }
            try await requireReach(reach, of: found.id, in: place, tx)
            return try await update(found.id, content, in: place, within: reach, if: precondition, mayCreate: false, tx)
        }
        try precondition.check(version: nil)
        if let id = draft.id {
            try await requireReach(reach, of: id, in: place, orDeleted: true, tx)
            return try await update(id, content, in: place, within: reach, if: Precondition(mustBeAbsent: true), mayCreate: true, tx)
        }
        guard reach.mayMake else { throw Refusal.noSuch(place.thing) }
        try reach.checkMade(content)
        return try await create(content, in: place, record: new, tx)
    }

    /// - Parameter reach: what may be read of it to be written again, and made where it is not.
    func update(
        _ id: String, _ content: RecordContent, in place: RecordPlace, within reach: RecordReach, if precondition: Precondition, mayCreate: Bool, _ tx: Transaction
    ) async throws -> WrittenRecord {
        try refuseNoted(id, in: place)
        var content = try checked(content, in: place)
        guard let (stored, person) = try await lock(id, in: place, tx) else {
            try precondition.check(version: nil)
            guard mayCreate, reach.mayMake else { throw Refusal.noSuch(place.thing) }
            try reach.checkMade(content)
            return try await create(id, content, in: place, tx)
        }
        heard(of: person)
        let wasDeleted = stored.status == .deleted
        try precondition.check(version: wasDeleted ? nil : stored.version)
        if wasDeleted {
            guard mayCreate, reach.mayMake else { throw Refusal.deleted(.record, version: stored.version) }
            try reach.checkMade(content)
        }
        try await checkSealed(content, after: id, in: place, tx)
        content = try await restored(content, id, in: place, within: reach, tx)
        var head = try RecordHead(opening: stored.head, of: stored.id, key)
        // What was deleted begins anew.
        if wasDeleted { head.annotations = nil }
        if let annotations = content.annotations { head.annotations = annotations.words.isEmpty ? nil : annotations.words }
        try refuseAttested(head)
        (head.contentType, head.isAttestation) = (content.contentType, nil)
        let words = head.annotations ?? []
        let version = stored.version + 1
        let at = max(now, stored.updatedAt)
        let body = try content.bytes(id: id, version: version, at: at)
        let lifted = try content.lifted(body)
        // Whatever is refused is refused before the first statement that writes: a batch goes on behind it.
        let given = try given(by: content, in: place)
        let subscription = try await admit(try subscription(by: content, in: place), of: stored.id, version: version, in: place, tx)
        var next = NextVersion(
            id: stored.id, version: version, status: content.status ?? (wasDeleted ? .active : stored.status), at: at,
            head: try head.sealed(stored.id, key), terms: key.terms(words), measurements: stored.measurements,
            search: try search(content, body, as: head.id, words, of: stored.id, version: version, in: place),
            body: try key.sealBody(lifted.kept, of: stored.id, version: version), cuts: try lifted.sealedCuts(of: stored.id, version: version, key),
            lifted: lifted)
        let updated = RecordUpdated(
            recordId: stored.id, version: version, userId: owner, format: place.format, recordType: place.type, updatedAt: at)
        try charge.add(next.cost + (next.head?.count ?? 0) - (stored.head?.count ?? 0))
        try await store(&next, updated, observed: content.observed(news), tx)
        try await store(lifted.contents, tx)
        try await keep(given, of: stored.id, version: version, in: place, tx)
        try await keep(subscription, of: stored.id, version: version, in: place, tx)
        changed(wasDeleted ? .created : .updated, stored.id, id, version: version, at: at, in: place, next.search?.opened)
        touched.add(wasDeleted ? .create : .update, place, id, version: version)
        return WrittenRecord(
            record: stored.id, id: id, version: version, at: at, createdAt: stored.createdAt, status: next.status, annotations: words,
            body: content.file == nil ? body : nil, isNew: wasDeleted, issues: content.issues)
    }

    /// With its event, and with one for those who act on measurements, if there is any.
    func store(_ next: inout NextVersion, _ event: some CareEvent, observed: ObservedValue?, _ tx: Transaction) async throws {
        let measured = try told(observed, &next.measurements, of: next.id, recordVersion: next.version, at: next.at)
        try await tx.append(next)
        try await tx.emit([event] + (measured.map { [$0] } ?? []), sealedBy: seal)
    }
}
