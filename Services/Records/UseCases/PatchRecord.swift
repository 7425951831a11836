import CareModels
import Postgres

/// A person changes parts of a resource: its next version is the one before with these changes, and otherwise byte for byte the same.
struct PatchRecord: Sendable {
    let writing: Writing
    /// Which records the caller may change.
    var reach = RecordReach.everything
    /// Which they may read: what a patch tests, and what is there then, tells what was there before.
    var readable = RecordReach.everything

    func callAsFunction(
        _ target: RecordTarget, _ patch: ResourcePatch, in place: RecordPlace, annotations: Annotations?, status: RecordStatus?, if precondition: Precondition,
        _ tx: Transaction
    ) async throws -> WrittenRecord {
        try await writing(of: place.owner, tx) { writer in
            let id = try await writer.id(of: target, in: place, tx)
            return try await writer.patch(id, patch, in: place, within: reach, readable: readable, annotations: annotations, status: status, if: precondition, tx)
        }
    }
}

extension RecordWriter {
    func patch(
        _ id: String, _ patch: ResourcePatch, in place: RecordPlace, within reach: RecordReach, readable: RecordReach, annotations: Annotations?,
        status: RecordStatus? = nil, if precondition: Precondition, _ tx: Transaction
    ) async throws -> WrittenRecord {
        try budget.checkPatch()
        guard let current = try await tx.storedCurrent(id, in: place, within: reach, key), try await tx.isHeld(current, in: place, within: readable, key) else {
            throw Refusal.noSuch(place.thing)
        }
        guard current.body != nil else { throw Refusal.deleted(place.thing, version: current.version) }
        // Before the work.
        try precondition.check(version: current.version)
        // It would be gone from the next version.
        if current.leavesFileOut { throw ResourceFault(.processing, "The file of this Binary is too large to be patched with it; send the file again.") }
        guard let body = try await tx.whole(current, key).body else { throw Refusal.noSuch(place.thing) }
        try budget.hold(toRead: [body])
        let draft = try patch.apply(to: body, type: place.type, id: id, within: budget, validation, place.release)
        try reach.check(draft, annotations ?? Annotations(stored: current.annotations))
        var content = RecordContent(body: .resource(draft, references: [:]), annotations: annotations, status: status)
        // What it does not touch stays as it is: also a picture that was kept with all that it tells.
        content.keepsMetadata = try AttachedPhotos.tellPosition(in: body)
        return try await update(id, content, in: place, within: reach, if: precondition, mayCreate: false, tx)
    }
}
