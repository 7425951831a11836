import Foundation
import Postgres

/// Erases whose time to think again is over: one person in a transaction, which locks much.
struct EraseDue: Sendable {
    let erase: ErasePerson
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        guard let person = try await tx.lockedPeopleToErase(now: now(), limit: 1).first else { return false }
        try await erase(person, from: .platform, tx)
        return true
    }
}
