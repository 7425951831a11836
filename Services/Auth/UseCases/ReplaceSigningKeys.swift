import Foundation
import Postgres
import Sealing

/// Withdraws every key, also one that waits for its time, and makes one that signs at once.
struct ReplaceSigningKeys: Sendable {
    let masters: MasterKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ tx: Transaction) async throws -> (made: SigningKeyRecord, withdrawn: [SigningKeyRecord]) {
        let now = now()
        try await tx.lockSigningKeys()
        let withdrawn = try await tx.signingKeys()
        try await tx.deleteSigningKeys(withdrawn.map(\.kid))
        let record = try SigningKey.make(signsFrom: now, masters: masters, now: now)
        try await tx.insert(record)
        try await tx.audit(AuditEntry(.signingKeysReplaced, at: now, from: .platform))
        return (record, withdrawn)
    }
}
