import CareModels
import Postgres

/// Somebody calls a passkey of theirs by another name.
struct RenamePasskey: Sendable {
    func callAsFunction(_ id: FactorID, of user: UserID, to name: String, _ tx: Transaction) async throws -> PasskeyRecord {
        guard try await tx.lockedUser(user) != nil, let passkey = try await tx.renamePasskey(id, of: user, to: name) else { throw Refusal.noSuchFactor }
        return passkey
    }
}
