import Foundation
import Postgres
import Sealing

/// Seals anew what an earlier master key seals, so many in a transaction. One that cannot be opened is left as it is and counted.
struct ResealMails: Sendable {
    static let most = 200

    let masters: MasterKeys

    /// The mail to go on after; nil when there are no more.
    func callAsFunction(after id: UUID?, _ tx: Transaction) async throws -> UUID? {
        let earlier = masters.earlier.map(\.id)
        guard !earlier.isEmpty else { return nil }
        let rows = try await tx.lockedMails(sealedBy: earlier, after: id, limit: Self.most)
        try await masters.reseal(rows, "mail") { try await tx.update($0) }
        return rows.count == Self.most ? rows.last?.id : nil
    }
}
