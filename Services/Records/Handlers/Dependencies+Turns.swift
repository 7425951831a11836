import CareModels
import CareService
import HTTP
import Sealing

extension Dependencies {
    /// In one commit with others of the person's that come at the same time.
    func make(_ write: GroupedWrite) async throws -> WrittenRecord {
        let owner = write.place.owner
        return try await groups.make(write) { writes, isCommitting in
            try await inTurn(of: owner) {
                try await pool.transaction { tx in
                    let written = try await writing(writes, of: owner, tx)
                    isCommitting()
                    return written
                }
            }
        }
    }

    /// Runs a transaction that writes a person's records, in their turn: few of a person's writes hold connections at once, the others wait in memory.
    func inTurn<R: Sendable>(of owner: UserID, _ write: () async throws -> R) async throws -> R {
        try await turns.take(owner) {
            do {
                return try await retryingTakenAddresses(write)
            } catch let erased as PersonErased {
                guard let end = try await pool.withConnection({ try await $0.closing(of: owner) }) else { throw erased }
                throw Refusal.closed(seconds: max(1, Int(end.timeIntervalSince(now()).rounded(.up))))
            } catch let error where RecordStorage.isExceeded(error) {
                let used = try await pool.withConnection { try await $0.storage(of: owner) }
                throw Refusal.quota(limit: quota.limit(of: owner, now: moment()), used: used)
            }
        }
    }

    private func retryingTakenAddresses<R: Sendable>(_ write: () async throws -> R) async throws -> R {
        for _ in 0..<5 {
            do {
                return try await write()
            } catch is AddressTaken {
                continue
            }
        }
        throw Problem.unavailable(retryAfter: 1)
    }
}
