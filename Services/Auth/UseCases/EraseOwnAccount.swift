import Postgres

/// Somebody who has proven their password again, and their second factor where they have one, erases their account.
struct EraseOwnAccount: Sendable {
    let admit: AdmitBothFactors
    let erase: ErasePerson

    func callAsFunction(_ login: ProvenLogin, code: String?, _ tx: Transaction) async throws {
        guard try await tx.lockedUser(login.user.id) != nil else { throw Refusal.noSuchUser }
        _ = try await admit(login, code: code, tx)
        try await erase(login.user.id, from: login.attempt.origin, tx)
    }
}
