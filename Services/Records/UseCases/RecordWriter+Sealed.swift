import CareModels
import JSON
import Postgres

extension RecordWriter {
    /// What only its person can open is sealed to a key of theirs, and stays sealed. `id`: of what it follows, if it follows anything. Under the person's lock.
    func checkSealed(_ content: RecordContent, after id: String? = nil, in place: RecordPlace, _ tx: Transaction) async throws {
        guard place.format == .appData else { return }
        if let id, let current = try await tx.current(id, in: place, key), let body = current.body, SealedEnvelope.isMeant(current.head.contentType) {
            guard let next = content.envelope else { throw Faults("Content-Type", "must stay \(SealedEnvelope.mediaType): what was sealed is not stored in the clear") }
            try next.checkFollows(try SealedEnvelope(stored: body))
        }
        guard let envelope = content.envelope else { return }
        try envelope.checkRecipients(try await tx.retirements(of: envelope.recipients, owner))
    }
}
