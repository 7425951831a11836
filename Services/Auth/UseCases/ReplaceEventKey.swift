import Foundation
import Postgres
import Sealing

/// The next key signs events from now on. That before stays published; withdrawn it does not, and what it signed is signed anew.
struct ReplaceEventKey: Sendable {
    let masters: MasterKeys
    let now: @Sendable () -> Date

    /// The new key's id.
    func callAsFunction(withdrawn: Bool, _ tx: Transaction) async throws -> String {
        let now = now()
        try await tx.retireEventKey(withdrawn: withdrawn, now: now)
        let next = try EventKey.make(masters: masters, now: now)
        try await tx.insert(next)
        if withdrawn { try await tx.dropSignatures() }
        return next.kid
    }
}
