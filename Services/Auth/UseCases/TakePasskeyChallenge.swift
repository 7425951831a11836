import Foundation
import Postgres

/// A challenge comes back, signed: it is of no use any more, whatever becomes of what came with it. Alone in its transaction, so that a refusal gives it to nobody.
struct TakePasskeyChallenge: Sendable {
    let now: @Sendable () -> Date

    /// Nil when it is not one of ours, for this and by this holder, or was used, or is over.
    func callAsFunction(_ bytes: [UInt8], for ceremony: PasskeyClientData.Ceremony, by holder: [UInt8], _ tx: Transaction) async throws -> PasskeyChallenge? {
        let found = try await tx.takeChallenge(Secret.hash(bytes), now: now())
        guard let found, found.ceremony == ceremony, Secret.equal(found.holder, holder) else { return nil }
        return found
    }
}
