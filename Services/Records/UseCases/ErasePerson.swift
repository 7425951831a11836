import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// Erases a person: their key is destroyed first, so that whatever a backup or a page of the disk still holds is unreadable, then every row of
/// theirs goes, with the events that were not sent yet and those of measurements that were.
struct ErasePerson: Sendable {
    let keys: PersonKeys
    let now: Date
    /// Where what they are searched by is in memory.
    var indexes: PersonIndexes?
    /// They go on having an account: what they were told of it stays, what others have given them, and what is still to be told of what they had.
    var keepsAccount = false

    func callAsFunction(_ person: UserID, _ tx: Transaction) async throws {
        try await keys.erase(person, tx)
        tx.afterCommit { [indexes] in indexes?.forget(person) }
        if !keepsAccount { try await tx.withdrawEvents(ofRecordsOf: person) }
        try await tx.eraseRecords(of: person)
        try await tx.eraseExports(of: person)
        if !keepsAccount { try await eraseAccount(of: person, tx) }
        // Last, since whoever reads this person's record waits for it.
        try await tx.eraseAccesses(of: person)
    }

    private func eraseAccount(of person: UserID, _ tx: Transaction) async throws {
        try await tx.eraseConsents(to: person)
        try await tx.eraseSubscriptions(by: person)
        try await tx.eraseProvider(person, at: now)
        try await tx.eraseReceipts(of: person)
    }
}
