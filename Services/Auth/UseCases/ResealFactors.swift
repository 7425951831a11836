import Postgres
import Sealing

/// Seals anew what an earlier master key seals, so many in a transaction. One that cannot be opened is left as it is and counted.
struct ResealFactors: Sendable {
    static let most = 200

    let masters: MasterKeys

    /// The factor to go on after; nil when there are no more.
    func callAsFunction(after id: FactorID?, _ tx: Transaction) async throws -> FactorID? {
        try await masters.resealBatch(of: Self.most, "factor") { earlier in
            try await tx.lockedFactors(sealedBy: earlier, after: id, limit: Self.most)
        } save: {
            try await tx.update($0)
        }
    }
}
