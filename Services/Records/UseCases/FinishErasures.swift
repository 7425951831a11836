import CareModels
import Foundation
import Postgres
import Sealing

/// Erases what the release before left of who it erased, since it knows nothing of it: files, uploads, who used the record, what others have given them.
struct FinishErasures: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    /// Of the next such person behind another; nil when there is none.
    func callAsFunction(behind place: UserID? = nil, _ tx: Transaction) async throws -> UserID? {
        guard let person = try await tx.lockHalfErased(behind: place) else { return nil }
        try await ErasePerson(keys: keys, now: now())(person, tx)
        return person
    }
}
