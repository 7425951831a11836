import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A verified provider reads a record without the person's consent, in an emergency, for an hour. The person is told in the same commit.
struct OverrideAccess: Sendable {
    static let lasts: TimeInterval = 3600

    let writing: Writing

    func callAsFunction(_ reason: String, of owner: UserID, by provider: UserID, _ tx: Transaction) async throws -> Override {
        guard try await tx.isVerifiedProvider(provider) else { throw Refusal.notVerified }
        // Of whom nothing is stored there is nothing to see.
        guard try await tx.holdsKey(of: owner) else { throw Refusal.nothingGiven(isProvider: true) }
        return try await writing(of: owner, tx) { writer in
            // Not by a key from memory: of who was erased nothing is stored any more.
            _ = try await writing.keys.forWriting(owner, alone: true, tx)
            let override = Override(
                id: RecordOverrideID(writing.newID()), owner: owner, provider: provider, beganAt: writer.now, endsAt: writer.now.addingTimeInterval(Self.lasts),
                reason: reason)
            try await tx.insert(override, writer.key)
            writer.touched.isToBeNoted()
            try await tx.emit(
                RecordAccessOverridden(
                    overrideId: override.id, version: 1, patientId: owner, providerId: provider, beganAt: override.beganAt, endsAt: override.endsAt))
            return override
        }
    }
}
