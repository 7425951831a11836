import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A person wants no messages from another one: no conversation with both of them begins, and in those that there are the other one cannot write.
/// Of whom nobody knows anything, nothing is kept; that is not said, since it would tell who is known.
struct Block: Sendable {
    /// Of one person.
    static let most = 1000

    let now: @Sendable () -> Date

    /// `role`: the owner's token says who they are, should their own event not have come yet.
    func callAsFunction(_ person: UserID, by owner: UserID, _ role: Role, _ tx: Transaction) async throws {
        guard person != owner else { throw Refusal.oneself }
        try await tx.admit(owner, as: role, in: .people)
        let people = try await tx.lockPeople([owner, person])
        guard let own = people[owner], !own.isErased else { throw PersonErased() }
        guard let other = people[person], !other.isErased else { return }
        guard try await tx.block(person, by: owner, most: Self.most, now: now()) else { throw Refusal.tooManyBlocks(most: Self.most) }
    }
}
