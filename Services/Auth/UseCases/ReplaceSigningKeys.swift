import Foundation
import Postgres
import Sealing

/// Withdraws every key, also one that waits for its time, and makes one of each algorithm that signs at once.
struct ReplaceSigningKeys: Sendable {
    let masters: MasterKeys
    let now: @Sendable () -> Date
    var algorithms = SigningAlgorithm.allCases

    func callAsFunction(_ tx: Transaction) async throws -> (made: [SigningKeyRecord], withdrawn: [SigningKeyRecord]) {
        let now = now()
        try await tx.lockSigningKeys()
        let withdrawn = try await tx.signingKeys()
        try await tx.delete(withdrawn)
        var made: [SigningKeyRecord] = []
        for algorithm in algorithms {
            let record = try await SigningKey.make(algorithm, signsFrom: now, masters: masters, now: now)
            try await tx.insert(record)
            made.append(record)
        }
        try await tx.audit(AuditEntry(.signingKeysReplaced, at: now, from: .platform))
        return (made, withdrawn)
    }
}
