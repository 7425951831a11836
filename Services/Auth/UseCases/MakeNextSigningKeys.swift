import Foundation
import Postgres
import Sealing

/// Makes the next key of each algorithm before it is due: published now, signing after the schedule's lead. Nothing where one waits already.
struct MakeNextSigningKeys: Sendable {
    let schedule: KeyRotation.Schedule
    let masters: MasterKeys
    let now: @Sendable () -> Date
    var algorithms = SigningAlgorithm.allCases

    func callAsFunction(_ tx: Transaction) async throws -> [SigningKeyRecord] {
        let now = now()
        try await tx.lockSigningKeys()
        let known = try await tx.signingKeys()
        var made: [SigningKeyRecord] = []
        for algorithm in algorithms {
            let keys = known.filter { $0.algorithm == algorithm }.map(\.schedule)
            guard let signsFrom = KeyRotation.nextKey(keys, schedule: schedule, now: now) else { continue }
            let record = try await SigningKey.make(algorithm, signsFrom: signsFrom, masters: masters, now: now)
            try await tx.insert(record)
            made.append(record)
        }
        return made
    }
}
