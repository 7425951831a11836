import Postgres

/// Folds names that this release has not folded yet, so many in a transaction: those from before it, and those that the release before writes
/// beside it.
package struct FoldNames<Person: Sendable>: Sendable {
    private static var most: Int { 500 }

    let lock: @Sendable (_ most: Int, Transaction) async throws -> [Person]
    let fold: @Sendable (Person, Transaction) async throws -> Void

    /// `lock` leaves out whom another replica holds.
    package init(
        lock: @escaping @Sendable (_ most: Int, Transaction) async throws -> [Person], fold: @escaping @Sendable (Person, Transaction) async throws -> Void
    ) {
        (self.lock, self.fold) = (lock, fold)
    }

    /// True when there may be more.
    package func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let people = try await lock(Self.most, tx)
        for person in people { try await fold(person, tx) }
        return people.count == Self.most
    }
}

extension Job {
    package static func foldNames(_ fold: FoldNames<some Sendable>) -> Job {
        sweepInBatches("fold-names", every: .seconds(60)) { tx in try await fold(tx) }
    }
}
