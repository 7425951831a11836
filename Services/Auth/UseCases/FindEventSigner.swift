import Foundation
import Outbox
import Postgres
import Sealing

/// The key that signs events, made at first need. It is not retired before the transaction has ended.
struct FindEventSigner: Sendable {
    let masters: MasterKeys

    func callAsFunction(now: Date, _ tx: Transaction) async throws -> EventSigner {
        if let found = try await tx.signingEventKey() { return try found.signer(masters) }
        try await tx.insert(EventKey.make(masters: masters, now: now))
        // Another transaction may have been faster: then its key it is.
        guard let made = try await tx.signingEventKey() else { throw SigningKey.CannotOpen() }
        return try made.signer(masters)
    }
}
