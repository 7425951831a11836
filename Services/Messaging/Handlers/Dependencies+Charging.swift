import CareModels

extension Dependencies {
    /// Runs a transaction that charges its author for what they write; throws `Refusal.storageFull` where they have no room for it.
    func charging<R: Sendable>(_ author: UserID, _ write: () async throws -> R) async throws -> R {
        do {
            return try await write()
        } catch let error where AttachmentStorage.isExceeded(error) {
            let used = try await pool.withConnection { try await $0.attachmentStorage(of: author) }
            throw Refusal.storageFull(limit: settings.storage.limit(of: author, now: moment()), used: used)
        }
    }
}
