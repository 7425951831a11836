import Postgres
import Synchronization

/// What a service's readiness depends on. The database and its schema decide; the broker is reported only, since what happens while it is
/// away waits in the outbox.
final class PlatformChecks: Sendable {
    /// For each check.
    static let patience: Duration = .seconds(2)

    private let pool: PostgresPool
    private let migrator: Migrator
    private let broker: @Sendable () -> String
    private let relay: @Sendable () -> Bool
    private let isMigrated = Mutex(false)

    init(
        pool: PostgresPool, migrator: Migrator, broker: @escaping @Sendable () -> String, relay: @escaping @Sendable () -> Bool
    ) {
        self.pool = pool
        self.migrator = migrator
        self.broker = broker
        self.relay = relay
    }

    func report() async -> Readiness.Checks {
        let database = await database()
        let migrations = database == "unreachable" ? "unknown" : await migrations()
        return Readiness.Checks(
            results: ["database": database, "migrations": migrations, "broker": broker(), "relay": relay() ? "holder" : "standby"],
            areFit: database != "unreachable" && migrations == "ok",
            reason: database == "unreachable" ? pool.connectFailure?.description : nil)
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
        if isMigrated.withLock({ $0 }) { return "ok" }
        let answer = Answer("pending")
        _ = await Deadline.wait(until: ContinuousClock().now + Self.patience) { [pool, migrator] in
            if (try? await migrator.isApplied(pool)) == true { answer.set("ok") }
        }
        if answer.value == "ok" { isMigrated.withLock { $0 = true } }
        return answer.value
    }

    private final class Answer: Sendable {
        private let text: Mutex<String>
        init(_ text: String) { self.text = Mutex(text) }
        var value: String { text.withLock { $0 } }
        func set(_ value: String) { text.withLock { $0 = value } }
    }
}
