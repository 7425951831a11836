import Outbox
import Postgres

extension FoldNames<UserRecord> {
    /// Of those by which part of their full name is looked for.
    static let users = FoldNames(lock: { try await $1.lockUnfoldedUsers(limit: $0) }, fold: { try await $1.fold($0) })
}
