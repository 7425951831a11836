import Foundation
import Postgres
import Synchronization
import Telemetry

/// Adds up what may come often and says little by itself, and writes it to the audit every few seconds, one line for each client and
/// address: tokens given to machines, so that such a token needs no question to the database, refreshes, and what strangers try in vain, so that nobody
/// fills the audit without a login. What was counted in the last seconds before a crash is lost.
final class AuditTally: Sendable {
    struct Counts: Sendable {
        struct Key: Hashable, Sendable {
            var kind: AuditEntry.Kind
            var clientID: String?
            var addressHash: [UInt8]?
        }

        /// Counted apart at a time; further addresses are counted together.
        static let limit = 1000

        private(set) var byKey: [Key: Int] = [:]
        /// Whoever counts first begins one; none is begun beside it, however often it fails.
        private var hasWriter = false

        /// True when whoever counts has to begin a writer.
        mutating func count(_ key: Key) -> Bool {
            add(1, key)
            defer { hasWriter = true }
            return !hasWriter
        }

        mutating func take() -> [Key: Int] {
            defer { byKey = [:] }
            return byKey
        }

        /// What could not be written, by the same bound: it is tried again and again for as long as the database is away.
        mutating func giveBack(_ taken: [Key: Int]) {
            for (key, count) in taken { add(count, key) }
        }

        /// Whether the writer has more to do; if not, it ends.
        mutating func goesOn() -> Bool {
            hasWriter = !byKey.isEmpty
            return hasWriter
        }

        private mutating func add(_ count: Int, _ key: Key) {
            let isApart = byKey.count < Self.limit || byKey[key] != nil
            byKey[isApart ? key : Key(kind: key.kind, clientID: key.clientID), default: 0] += count
        }
    }

    private let pool: PostgresPool
    private let now: @Sendable () -> Date
    private let pause: Duration
    private let counts = Mutex(Counts())

    /// `pause`: for so long it gathers before it writes.
    init(pool: PostgresPool, now: @escaping @Sendable () -> Date, pause: Duration = .seconds(5)) {
        self.pool = pool
        self.now = now
        self.pause = pause
    }

    /// Its client is one that is known: what strangers name is not written down.
    func count(_ kind: AuditEntry.Kind, from origin: Origin) {
        let key = Counts.Key(kind: kind, clientID: origin.clientID, addressHash: origin.addressHash)
        if counts.withLock({ $0.count(key) }) { beginToWrite() }
    }

    private func beginToWrite() {
        Task {
            repeat {
                try? await Task.sleep(for: self.pause)
                await self.write()
            } while self.counts.withLock({ $0.goesOn() })
        }
    }

    /// Writes what has been counted.
    func write() async {
        let taken = counts.withLock { $0.take() }
        guard !taken.isEmpty else { return }
        let instant = now()
        let entries = taken.map {
            AuditEntry(kind: $0.key.kind, at: instant, clientID: $0.key.clientID, addressHash: $0.key.addressHash, occurrences: $0.value)
        }
        do {
            try await pool.transaction { try await KeepTally()(entries, $0) }
        } catch {
            counts.withLock { $0.giveBack(taken) }
            Log.warning("counts for the audit not written yet", ["error": String(describing: type(of: error))])
        }
    }
}
