import Outbox
import Postgres

/// Tells anew of providers with several specialties whom the release before has changed beside this one: its event names the main one, and the other services take
/// that for all.
struct TellSpecialties: Sendable {
    static let most = 100

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let providers = try await tx.lockedUsersWithUntoldSpecialties(limit: Self.most)
        for var user in providers {
            user.version += 1
            try await tx.emit(user.updated)
            try await tx.saveProfile(user)
        }
        return providers.count == Self.most
    }
}
