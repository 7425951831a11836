import CareService
import Foundation
import Postgres
import Synchronization

/// Adds up the tokens given to machines and writes them to the audit every few seconds, one line a client, so that such a
/// token needs no question to the database. What was counted in the last seconds before a crash is lost.
final class MachineTokenTally: Sendable {
    private static let pause: Duration = .seconds(5)
    /// Clients counted at a time; more are written at once.
    private static let limit = 1000

    private let pool: PostgresPool
    private let now: @Sendable () -> Date
    private let counts = Mutex<[String: Int]>([:])

    init(pool: PostgresPool, now: @escaping @Sendable () -> Date) {
        self.pool = pool
        self.now = now
    }

    func count(_ clientID: String) {
        let isFirst = counts.withLock { counts in
            let isFirst = counts.isEmpty || counts.count == Self.limit
            counts[clientID, default: 0] += 1
            return isFirst
        }
        if isFirst { writeLater() }
    }

    private func writeLater() {
        Task {
            try? await Task.sleep(for: Self.pause)
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
        let entries = taken.map { AuditEntry(kind: .machineToken, at: instant, clientID: $0.key, occurrences: $0.value) }
        do {
            try await pool.withConnection { try await $0.audit(entries) }
        } catch {
            counts.withLock { counts in
                for (clientID, count) in taken { counts[clientID, default: 0] += count }
            }
            writeLater()
            Log.warning("audit of machines' tokens not written yet", ["error": String(describing: type(of: error))])
        }
    }
}
