import Postgres
import Sealing

/// Seals anew what an earlier master key seals. One that cannot be opened is left as it is and counted.
struct ResealSigningKeys: Sendable {
    let masters: MasterKeys

    func callAsFunction(_ tx: Transaction) async throws {
        let earlier = masters.earlier.map(\.id)
        let keys = try await tx.lockedSigningKeys().filter { $0.masterKeyID.map(earlier.contains) ?? true }
        try await masters.reseal(keys, "signing key") { try await tx.update($0) }
    }
}
