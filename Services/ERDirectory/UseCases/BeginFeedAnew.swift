import Postgres

/// An older copy of the database was restored. The positions given out since that copy was made would be given out again, for other changes; so all
/// begin beyond them, and every client that keeps a copy reads the directory anew.
struct BeginFeedAnew: Sendable {
    /// The position after which the feed begins.
    func callAsFunction(_ tx: Transaction) async throws -> Int { try await tx.beginFeedAnew() }
}
