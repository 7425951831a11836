import Postgres
import Sealing

/// Seals anew what an earlier master key seals. One that cannot be opened is left as it is and counted.
struct ResealEventKeys: Sendable {
    let masters: MasterKeys

    func callAsFunction(_ tx: Transaction) async throws {
        let earlier = masters.earlier.map(\.id)
        let keys = try await tx.lockedEventKeys().filter { earlier.contains($0.masterKeyID) }
        try await masters.reseal(keys, "event key") { try await tx.update($0) }
    }
}
