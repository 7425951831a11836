import Postgres

/// A new epoch of the feeds begins: sequences of the one before mean nothing any more, and every client loads anew what it had.
struct BeginFeedEpoch: Sendable {
    func callAsFunction(_ tx: Transaction) async throws { try await tx.beginFeedEpoch() }
}
