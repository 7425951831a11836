import Foundation
import Postgres
import Synchronization

/// Whether this replica should get requests. The database and its schema decide; the broker is reported only, since what
/// happens while it is away waits in the outbox.
final class Readiness: Sendable {
    enum Phase: String, Sendable { case starting, serving, stopping }

    struct Report: Codable, Sendable, Equatable {
        var status: String
        /// `ok`, `unreachable`, `busy`, `pending`, `holder`, `standby`; of the broker also `authentication failed`, `TLS failed`.
        var checks: [String: String]
        /// Why the database cannot be reached, and what mends it.
        var reason: String?
    }

    /// For each check.
    static let patience: Duration = .seconds(2)

    private struct State {
        var phase = Phase.starting
        var isMigrated = false
    }

    private let pool: PostgresPool
    private let migrator: Migrator
    private let broker: @Sendable () -> String
    private let relay: @Sendable () -> Bool
    private let state = Mutex(State())

    init(
        pool: PostgresPool, migrator: Migrator, broker: @escaping @Sendable () -> String, relay: @escaping @Sendable () -> Bool
    ) {
        self.pool = pool
        self.migrator = migrator
        self.broker = broker
        self.relay = relay
    }

    var phase: Phase {
        get { state.withLock(\.phase) }
        set { state.withLock { $0.phase = newValue } }
    }

    /// The report, and whether it is a 200 or a 503.
    func report() async -> (report: Report, isReady: Bool) {
        let database = await database()
        let migrations = database == "unreachable" ? "unknown" : await migrations()
        let isReady = phase == .serving && database != "unreachable" && migrations == "ok"
        let status = phase == .serving ? (isReady ? "ready" : "unready") : phase.rawValue
        let checks = ["database": database, "migrations": migrations, "broker": broker(), "relay": relay() ? "holder" : "standby"]
        let reason = database == "unreachable" ? pool.connectFailure?.description : nil
        return (Report(status: status, checks: checks, reason: reason), isReady)
    }

    /// A pool that is merely busy is no reason to send requests elsewhere, where it is no better.
    private func database() async -> String {
        let answer = Answer("unreachable")
        _ = await Deadline.wait(until: ContinuousClock().now + Self.patience) { [pool] in
            do {
                _ = try await pool.withConnection { try await $0.first("SELECT 1") }
                answer.set("ok")
            } catch PostgresPoolError.exhausted {
                answer.set("busy")
            } catch {
                answer.set("unreachable")
            }
        }
        return answer.value
    }

    private func migrations() async -> String {
        if state.withLock(\.isMigrated) { return "ok" }
        let answer = Answer("pending")
        _ = await Deadline.wait(until: ContinuousClock().now + Self.patience) { [pool, migrator] in
            if (try? await migrator.isApplied(pool)) == true { answer.set("ok") }
        }
        if answer.value == "ok" { state.withLock { $0.isMigrated = true } }
        return answer.value
    }

    private final class Answer: Sendable {
        private let text: Mutex<String>
        init(_ text: String) { self.text = Mutex(text) }
        var value: String { text.withLock { $0 } }
        func set(_ value: String) { text.withLock { $0 = value } }
    }
}
