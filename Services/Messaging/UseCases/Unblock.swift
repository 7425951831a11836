import CareModels
import Postgres

/// A person lets another one write to them again.
struct Unblock: Sendable {
    func callAsFunction(_ person: UserID, by owner: UserID, _ tx: Transaction) async throws { try await tx.unblock(person, by: owner) }
}
