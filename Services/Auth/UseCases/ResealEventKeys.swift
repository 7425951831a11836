import Postgres
import Sealing
import Telemetry

/// Seals anew what an earlier master key seals. One that cannot be opened is left as it is and counted.
struct ResealEventKeys: Sendable {
    let masters: MasterKeys

    func callAsFunction(_ tx: Transaction) async throws {
        let earlier = masters.earlier.map(\.id)
        for var key in try await tx.lockedEventKeys() where earlier.contains(key.masterKeyID) {
            guard let opened = try? key.opened(masters) else {
                ResealMetrics.failures("event key").add()
                continue
            }
            try key.seal(opened, with: masters.current)
            try await tx.update(key)
        }
    }
}
