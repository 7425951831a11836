import Foundation
import Postgres

/// Somebody who has proven their password again erases their account.
struct EraseOwnAccount: Sendable {
    let erase: ErasePerson
    let now: @Sendable () -> Date

    func callAsFunction(_ login: ProvenLogin, _ tx: Transaction) async throws {
        guard try await tx.lockedUser(login.user.id) != nil else { throw Refusal.noSuchUser }
        try await AdmitLogin(now: now)(login, tx)
        try await erase(login.user.id, from: login.attempt.origin, tx)
    }
}
