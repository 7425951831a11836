import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// A person begins to upload a file, whose own key is sealed under theirs until a message takes it.
struct BeginUpload: Sendable {
    /// Of one person, that no message has taken, broken-off uploads included; a few more where several begin at the same time.
    static let mostUnused = 50

    let keys: PersonKeys
    let quota: StorageQuota
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(of owner: UserID, contentKey: [UInt8], chunkSize: Int, _ tx: Transaction) async throws -> AttachmentRecord {
        let key = try await keys.forWriting(owner, tx)
        guard try await tx.unusedAttachments(of: owner) < Self.mostUnused else { throw Refusal.tooManyUnusedFiles(most: Self.mostUnused) }
        let now = now()
        // Each chunk is held against the quota; this spares a full account the sending of its first.
        let (used, most) = (try await tx.attachmentStorage(of: owner), quota.limit(of: owner, now: now))
        guard used < most else { throw Refusal.storageFull(limit: most, used: used) }
        let id = AttachmentID(newID())
        let sealed = Sealed(bytes: try key.seal(contentKey, at: AttachmentRecord.keyPlace(id)), of: owner)
        let record = AttachmentRecord(
            id: id, ownerId: owner, contentKey: sealed, isReady: false, size: 0, chunkSize: chunkSize, createdAt: now)
        try await tx.insert(record)
        return record
    }
}
