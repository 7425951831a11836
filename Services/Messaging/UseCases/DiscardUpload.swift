import Postgres

/// An upload was broken off or refused: what was stored of it goes, and no longer counts against its owner's quota.
struct DiscardUpload: Sendable {
    func callAsFunction(_ file: AttachmentID, _ tx: Transaction) async throws { try await tx.deleteAttachment(file) }
}
