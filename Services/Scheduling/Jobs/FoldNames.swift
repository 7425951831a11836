import CareModels
import Outbox
import Postgres

/// Names that this release has not folded yet: those from before it, and those that the release before writes beside it. Until then they are
/// found by their lower case.
enum FoldNames {
    static let most = 500

    static func job() -> Job { Job.sweepInBatches("fold-names", every: .seconds(60), run) }

    /// True when there may be more.
    @Sendable static func run(_ tx: Transaction) async throws -> Bool {
        let people = try await tx.lockUnfolded(most: most)
        for person in people { try await tx.fold(person) }
        return people.count == most
    }
}
