import Postgres
import Sealing

/// Seals anew what an earlier master key seals, so many in a transaction. One that cannot be opened is left as it is and counted.
struct ResealLicences: Sendable {
    static let most = 200

    let masters: MasterKeys

    func callAsFunction(_ tx: Transaction) async throws {
        let earlier = try await tx.lockedVerifications(notSealedBy: masters.current.id, limit: Self.most)
        try await masters.reseal(earlier, "licence") { try await tx.update($0) }
    }
}
