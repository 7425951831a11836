import Foundation
import Postgres
import Sealing

/// Seals anew what an earlier master key seals, so many in a transaction. One that cannot be opened is left as it is and counted.
struct ResealLicences: Sendable {
    static let most = 200

    let masters: MasterKeys

    /// The licence to go on after; nil when there are no more.
    func callAsFunction(after id: UUID?, _ tx: Transaction) async throws -> UUID? {
        try await masters.resealBatch(of: Self.most, "licence") { earlier in
            try await tx.lockedVerifications(sealedBy: earlier, after: id, limit: Self.most)
        } save: {
            try await tx.update($0)
        }
    }
}
