import CareModels
import Foundation
import Postgres
import Sealing

/// Nothing new is sealed to this key any more; what was can still be opened by who has it.
struct RetireAppDataKey: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ id: AppDataKeyID, of owner: UserID, _ tx: Transaction) async throws {
        _ = try await keys.forWriting(owner, alone: true, tx)
        guard try await tx.retireAppDataKey(id, of: owner, at: now()) else { throw Refusal.noSuch(.appDataKey) }
    }
}
