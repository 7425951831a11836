import CareModels
import Outbox
import Postgres
import Sealing

/// Erases a person: their key is destroyed first, so that whatever a backup or a page of the disk still holds is unreadable, then every row of
/// theirs goes.
struct ErasePerson: Sendable {
    let keys: PersonKeys
    /// Of what they themselves had destroyed before.
    var keepsReceipts = false

    func callAsFunction(_ person: UserID, _ tx: Transaction) async throws {
        try await keys.erase(person, tx)
        try await tx.eraseRecords(of: person)
        try await tx.eraseExports(of: person)
        if !keepsReceipts { try await tx.eraseReceipts(of: person) }
    }
}
