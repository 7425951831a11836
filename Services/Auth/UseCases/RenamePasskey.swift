import CareModels
import Postgres

/// Somebody calls a passkey of theirs by another name.
struct RenamePasskey: Sendable {
    /// `name`: nil leaves it its own. `expectedRevision`: the one that was read; nil for whatever is there. The same name again is no change.
    func callAsFunction(_ id: FactorID, of user: UserID, to name: String?, expectedRevision: Int?, _ tx: Transaction) async throws -> PasskeyRecord {
        guard try await tx.lockedUser(user) != nil, var passkey = try await tx.lockedPasskey(id, of: user) else { throw Refusal.noSuchFactor }
        try ReadVersion.check(expectedRevision, against: passkey.revision, Refusal.factorChanged)
        guard let name, name != passkey.name else { return passkey }
        (passkey.name, passkey.revision) = (name, passkey.revision + 1)
        try await tx.saveName(of: passkey)
        return passkey
    }
}
