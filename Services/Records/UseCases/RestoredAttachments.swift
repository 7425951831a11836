import FHIR
import JSON
import Postgres

extension RecordWriter {
    /// Whoever had addresses in the place of attachments sends them back with the resource: the next version holds what they name. One reading shows one version, so
    /// that no more than that is read here.
    func restored(
        _ content: RecordContent, _ id: String, in place: RecordPlace, within reach: RecordReach, _ tx: Transaction
    ) async throws -> RecordContent {
        guard case .resource(let draft, let references) = content.body, let release = place.release else { return content }
        let links = try AttachmentLink.all(in: draft.value, of: "\(base)\(release.path)/\(place.type)/\(id)")
        guard let version = links.first?.version else { return content }
        guard links.allSatisfy({ $0.version == version }), let stored = try await tx.storedVersion(version, of: id, in: place, within: reach, key),
            let body = try await tx.whole(stored, key).body, let bytes = try filled(draft, links, body)
        else {
            throw ResourceFault(
                .businessRule, "An address in the place of an attachment names none of one version of this resource. Read it again, or send the data.",
                at: links.first?.member.path)
        }
        var whole = try ResourceDraft(bytes)
        whole.issues = draft.issues
        var content = content
        content.body = .resource(whole, references: references)
        // What was stored is what is meant, metadata and all.
        content.keepsMetadata = true
        return content
    }

    private func filled(_ draft: ResourceDraft, _ links: [AttachmentLink], _ body: [UInt8]) throws -> [UInt8]? {
        try budget.gather(body)
        return AttachmentLink.restored(links, in: draft.value, most: ResourceDraft.mostRestored, try Self.data(try JSONDocument(body, limits: .resource).root))
    }

    /// Of a version, by the attachment's place.
    private static func data(_ root: JSONValue) throws -> (AttachmentLink) -> ArraySlice<UInt8>? {
        let held = Dictionary(try AttachedData.all(in: root).map { ($0.holder.path, root.document.bytes[$0.range]) }) { first, _ in first }
        return { held[$0.path] }
    }
}
