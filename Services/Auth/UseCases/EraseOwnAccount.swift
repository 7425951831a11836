import Foundation
import Postgres

/// Somebody who has proven their password again, and their second factor where they have one, erases their account. Gives when that will be; nil when it is done.
struct EraseOwnAccount: Sendable {
    let admit: AdmitBothFactors
    let ask: AskForErasure

    func callAsFunction(_ login: ProvenLogin, code: String?, _ tx: Transaction) async throws -> Date? {
        guard try await tx.lockedUser(login.user.id) != nil else { throw Refusal.noSuchUser }
        _ = try await admit(login, code: code, tx)
        return try await ask(login.user.id, from: login.attempt.origin, tx)
    }
}
