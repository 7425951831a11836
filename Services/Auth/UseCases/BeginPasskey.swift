import CareModels
import Foundation
import Postgres

/// Somebody begins to make a passkey, or to show one: what their device is to sign waits for its answer.
struct BeginPasskey: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ challenge: PasskeyChallenge, bytes: [UInt8], _ tx: Transaction) async throws {
        if challenge.ceremony == .registration, let user = challenge.userID {
            guard try await tx.lockedUser(user) != nil else { throw Refusal.noSuchUser }
            guard try await tx.countPasskeys(of: user) < Passkey.most else { throw Refusal.tooManyPasskeys }
        }
        try await tx.insert(challenge, hash: Secret.hash(bytes), until: now().addingTimeInterval(Passkey.lifetime))
    }
}
