import Foundation
import Postgres
import Sealing

/// Makes the key that is due, deletes those whose tokens have expired (`KeyRotation`); gives all that remain.
struct RotateSigningKeys: Sendable {
    let schedule: KeyRotation.Schedule
    let masters: MasterKeys
    let now: @Sendable () -> Date

    @discardableResult func callAsFunction(_ tx: Transaction) async throws -> [SigningKeyRecord] {
        let now = now()
        try await tx.lockSigningKeys()
        var records = try await tx.signingKeys()
        if let signsFrom = KeyRotation.newKey(records.map(\.schedule), schedule: schedule, now: now) {
            let record = try SigningKey.make(signsFrom: signsFrom, masters: masters, now: now)
            try await tx.insert(record)
            records.append(record)
        }
        let retired = KeyRotation.retired(records.map(\.schedule), schedule: schedule, now: now).map(\.kid)
        if !retired.isEmpty { try await tx.deleteSigningKeys(retired) }
        return records.filter { !retired.contains($0.kid) }
    }
}
