import CareModels
import Outbox
import Postgres
import Sealing

/// A person was erased: their key is destroyed first, so that whatever a backup or a page of the disk still holds is unreadable, then
/// every row of theirs goes.
enum OnUserDeleted {
    static func handle(_ event: UserDeleted, _ keys: PersonKeys, _ tx: Transaction) async throws {
        try await keys.erase(event.userId, tx)
        try await tx.eraseRecords(of: event.userId)
    }
}
