import Foundation
import Postgres
import Sealing

/// Makes the keys that are due, retires those whose tokens have expired (`KeyRotation`), of each algorithm; gives all that remain.
struct RotateSigningKeys: Sendable {
    let schedule: KeyRotation.Schedule
    let masters: MasterKeys
    let now: @Sendable () -> Date
    var algorithms = SigningAlgorithm.allCases

    @discardableResult func callAsFunction(_ tx: Transaction) async throws -> [SigningKeyRecord] {
        let now = now()
        try await tx.lockSigningKeys()
        var records = try await tx.signingKeys().filter { algorithms.contains($0.algorithm) }
        for algorithm in algorithms {
            let keys = records.filter { $0.algorithm == algorithm }.map(\.schedule)
            guard let signsFrom = KeyRotation.newKey(keys, schedule: schedule, now: now) else { continue }
            let record = try await SigningKey.make(algorithm, signsFrom: signsFrom, masters: masters, now: now)
            try await tx.insert(record)
            records.append(record)
        }
        let retired = algorithms.flatMap { algorithm in
            KeyRotation.retired(records.filter { $0.algorithm == algorithm }.map(\.schedule), schedule: schedule, now: now).map(\.kid)
        }
        try await tx.retire(records.filter { retired.contains($0.kid) }, now: now)
        return records.filter { !retired.contains($0.kid) }
    }
}
