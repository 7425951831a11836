import Postgres

/// Somebody who has proven their password again, and their second factor where they have one, takes a copy of what Auth knows of them.
struct ExportOwnAccount: Sendable {
    let admit: AdmitBothFactors
    let export: ExportAccount

    func callAsFunction(_ login: ProvenLogin, code: String?, _ tx: Transaction) async throws -> AccountExport {
        guard try await tx.lockedUser(login.user.id) != nil else { throw Refusal.noSuchUser }
        _ = try await admit(login, code: code, tx)
        return try await export(login.user.id, from: login.attempt.origin, tx)
    }
}
