import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// The next of a file's sealed chunks is stored and held against its owner's quota.
struct StoreChunk: Sendable {
    /// The chunk would be more than the owner may have stored.
    struct OverQuota: Error { var limit: Int }

    let quota: StorageQuota
    let now: @Sendable () -> Date

    func callAsFunction(_ index: Int, of file: AttachmentRecord, _ sealed: [UInt8], _ tx: Transaction) async throws {
        let most = quota.limit(of: file.ownerId, now: now())
        do {
            try await tx.insertChunk(index, of: file.id, sealed, quota: most)
        } catch let error as PostgresError where error.isForeignKeyViolation {
            // The file went with its owner.
            throw PersonErased()
        } catch let error as PostgresError where error.constraint == AttachmentStorage.constraint {
            throw OverQuota(limit: most)
        }
    }
}
