import Outbox
import Postgres

extension FoldNames<UnfoldedPerson> {
    /// Of those by which people are searched and sorted.
    static let people = FoldNames(lock: { try await $1.lockUnfolded(most: $0) }, fold: { try await $1.fold($0) })
}
