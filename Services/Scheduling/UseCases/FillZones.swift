import Postgres

/// Gives appointments that the release before booked the zone of their provider's hours, so many in a transaction.
struct FillZones: Sendable {
    static let most = 500

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool { try await tx.fillZones(most: Self.most) == Self.most }
}
