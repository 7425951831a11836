import CareModels
import Postgres

/// Folds names that this release has not folded yet, so many in a transaction: those from before it, and those that the release before writes
/// beside it.
struct FoldNames: Sendable {
    static let most = 500

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let users = try await tx.lockUnfoldedUsers(limit: Self.most)
        for user in users { try await tx.fold(user) }
        return users.count == Self.most
    }
}
