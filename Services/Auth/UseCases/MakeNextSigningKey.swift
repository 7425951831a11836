import Foundation
import Postgres
import Sealing

/// Makes the next key before it is due: published now, signing after the schedule's lead. Nil when one waits already.
struct MakeNextSigningKey: Sendable {
    let schedule: KeyRotation.Schedule
    let masters: MasterKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ tx: Transaction) async throws -> SigningKeyRecord? {
        let now = now()
        try await tx.lockSigningKeys()
        guard let signsFrom = KeyRotation.nextKey(try await tx.signingKeys().map(\.schedule), schedule: schedule, now: now) else { return nil }
        let record = try SigningKey.make(signsFrom: signsFrom, masters: masters, now: now)
        try await tx.insert(record)
        return record
    }
}
