import CareModels
import CareService
import Postgres

/// The next of a content's sealed chunks is stored, and held against its owner's quota.
struct StoreContentChunk: Sendable {
    let writing: Writing
    let isCharged: Bool

    func callAsFunction(_ index: Int, of id: ContentID, _ owner: UserID, _ sealed: [UInt8], size: Int, _ tx: Transaction) async throws {
        // The log is written in order: what makes a resource of it waits for the disk, and with it for these.
        try await tx.commitWithoutWaiting()
        guard isCharged else { return try await tx.insertChunk(index, of: id, owner, sealed, size: size, charged: 0) }
        try await writing(of: owner, tx) { writer in
            let cost = sealed.count + StorageQuota.overhead
            try writer.charge.add(cost)
            try await tx.insertChunk(index, of: id, owner, sealed, size: size, charged: cost)
        }
    }
}
