import CareModels
import Foundation
import Postgres
import Sealing

/// A person's app shows a public key of its device, and that it has the private one. Again it is the same key; one that was retired does not come back.
struct KeepAppDataKey: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ client: ClientKey, name: String?, of owner: UserID, _ tx: Transaction) async throws -> AppDataKey {
        // Against who stores something sealed meanwhile.
        let key = try await keys.forWriting(owner, alone: true, tx)
        if let known = try await tx.appDataKey(client.thumbprint, key) {
            guard known.retiredAt == nil else { throw Faults("publicKey", "was retired; make another") }
            return known
        }
        guard try await tx.countAppDataKeys(of: owner) < AppDataKey.most else { throw Refusal.tooManyAppDataKeys(most: AppDataKey.most) }
        let made = AppDataKey(
            id: AppDataKeyID(newID()), thumbprint: client.thumbprint, publicKey: Base64URL.encode(client.bytes), name: name, createdAt: now())
        try await tx.insert(made, key)
        return made
    }
}
