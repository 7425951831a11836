import Postgres
import Sealing
import Telemetry

/// Seals anew what an earlier master key seals, so many in a transaction. One that cannot be opened is left as it is and counted.
struct ResealFactors: Sendable {
    static let most = 200

    let masters: MasterKeys

    func callAsFunction(_ tx: Transaction) async throws {
        let current = masters.current
        for var factor in try await tx.lockedFactors(notSealedBy: current.id, limit: Self.most) {
            guard let opened = try? factor.opened(masters) else {
                ResealMetrics.failures("factor").add()
                continue
            }
            try factor.seal(opened, with: current)
            try await tx.update(factor)
        }
    }
}
