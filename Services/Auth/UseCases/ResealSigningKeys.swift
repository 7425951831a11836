import Postgres
import Sealing
import Telemetry

/// Seals anew what an earlier master key seals. One that cannot be opened is left as it is and counted.
struct ResealSigningKeys: Sendable {
    let masters: MasterKeys

    func callAsFunction(_ tx: Transaction) async throws {
        let earlier = masters.earlier.map(\.id)
        for var record in try await tx.lockedSigningKeys() where record.masterKeyID.map(earlier.contains) ?? true {
            guard let opened = try? record.opened(masters) else {
                ResealMetrics.failures("signing key").add()
                continue
            }
            try record.seal(opened, with: masters.current)
            try await tx.update(record)
        }
    }
}
