import Foundation
import Postgres
import Synchronization

/// OAuth clients by id, kept for two seconds, so that a machine's token costs no question to the database: of a client that asks for many it is one in that
/// time. So soon a change takes effect in every replica; no news of it has to come.
final class ClientDirectory: Sendable {
    private struct Entry {
        var client: Client
        var readAt: Date
        var isBeingRead = false
    }

    static let freshFor: TimeInterval = 2
    /// While one request reads a client again, the others go on with the old one.
    private static let staleFor: TimeInterval = 5
    private static let limit = 10_000

    private let pool: PostgresPool
    private let own: [String: Client]
    private let now: @Sendable () -> Date
    private let entries = Mutex<[String: Entry]>([:])

    /// `own`: the platform's own services, which are in no table.
    init(pool: PostgresPool, own: [Client] = [], now: @escaping @Sendable () -> Date) {
        self.pool = pool
        self.own = Dictionary(uniqueKeysWithValues: own.map { ($0.id, $0) })
        self.now = now
    }

    /// Nil when unknown or disabled; that is not kept.
    func client(_ id: String) async throws -> Client? {
        if let client = own[id] { return client }
        let instant = now()
        if let known = entries.withLock({ Self.usable(&$0, id, now: instant) }) { return known }
        do {
            let client = Client.isValidID(id) ? try await pool.withConnection { try await $0.client(id) } : nil
            entries.withLock { Self.keep(client, id, in: &$0, now: instant) }
            return client
        } catch {
            entries.withLock { $0[id]?.isBeingRead = false }
            throw error
        }
    }

    /// It was changed here: the next request reads it again.
    func forget(_ id: String) { entries.withLock { $0[id] = nil } }

    private static func usable(_ entries: inout [String: Entry], _ id: String, now: Date) -> Client? {
        guard let entry = entries[id] else { return nil }
        let age = now.timeIntervalSince(entry.readAt)
        if age < freshFor || (entry.isBeingRead && age < staleFor) { return entry.client }
        entries[id]?.isBeingRead = true
        return nil
    }

    private static func keep(_ client: Client?, _ id: String, in entries: inout [String: Entry], now: Date) {
        guard let client else {
            entries[id] = nil
            return
        }
        if entries.count >= limit { entries.removeAll(keepingCapacity: true) }
        entries[id] = Entry(client: client, readAt: now)
    }
}
