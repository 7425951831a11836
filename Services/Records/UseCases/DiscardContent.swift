import CareModels
import Postgres

/// What came was broken off or refused: it goes, and no longer counts against its owner's quota.
struct DiscardContent: Sendable {
    let writing: Writing

    func callAsFunction(_ id: ContentID, of owner: UserID, _ tx: Transaction) async throws {
        try await writing(of: owner, tx) { writer in try writer.charge.add(-(try await tx.discardContent(id, of: owner))) }
    }
}
