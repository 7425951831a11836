import CareModels
import Postgres

/// A sealed chunk of what no resource has taken yet is stored in the place of another, of the same length.
struct ReplaceContentChunk: Sendable {
    let writing: Writing

    func callAsFunction(_ index: Int, of id: ContentID, _ owner: UserID, _ sealed: [UInt8], _ tx: Transaction) async throws {
        try await tx.commitWithoutWaiting()
        try await tx.replaceChunk(index, of: id, owner, sealed)
    }
}
