import Foundation
import Postgres
import Synchronization
import Telemetry

/// Adds up what may come often and says little by itself, and writes it to the audit every few seconds, one line for each client and
/// address: tokens given to machines, so that such a token needs no question to the database, refreshes, and what strangers try in vain, so that nobody
/// fills the audit without a login. What was counted in the last seconds before a crash is lost.
final class AuditTally: Sendable {
    private struct Key: Hashable {
        var kind: AuditEntry.Kind
        var clientID: String?
        var addressHash: [UInt8]?
    }

    /// Counted apart at a time; further addresses are counted together.
    private static let limit = 1000

    private let pool: PostgresPool
    private let now: @Sendable () -> Date
    private let pause: Duration
    private let counts = Mutex<[Key: Int]>([:])

    /// `pause`: for so long it gathers before it writes.
    init(pool: PostgresPool, now: @escaping @Sendable () -> Date, pause: Duration = .seconds(5)) {
        self.pool = pool
        self.now = now
        self.pause = pause
    }

    /// Its client is one that is known: what strangers name is not written down.
    func count(_ kind: AuditEntry.Kind, from origin: Origin) {
        let key = Key(kind: kind, clientID: origin.clientID, addressHash: origin.addressHash)
        let isFirst = counts.withLock { counts in
            let isFirst = counts.isEmpty
            let isApart = counts.count < Self.limit || counts[key] != nil
            counts[isApart ? key : Key(kind: kind, clientID: origin.clientID), default: 0] += 1
            return isFirst
        }
        if isFirst { writeLater() }
    }

    private func writeLater() {
        Task {
            try? await Task.sleep(for: self.pause)
            await self.write()
        }
    }

    /// Writes what has been counted.
    func write() async {
        let taken = counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        guard !taken.isEmpty else { return }
        let instant = now()
        let entries = taken.map {
            AuditEntry(kind: $0.key.kind, at: instant, clientID: $0.key.clientID, addressHash: $0.key.addressHash, occurrences: $0.value)
        }
        do {
            try await pool.transaction { try await KeepTally()(entries, $0) }
        } catch {
            counts.withLock { counts in
                for (key, count) in taken { counts[key, default: 0] += count }
            }
            writeLater()
            Log.warning("counts for the audit not written yet", ["error": String(describing: type(of: error))])
        }
    }
}
