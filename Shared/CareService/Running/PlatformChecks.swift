import Postgres
import Synchronization

/// What a service's readiness depends on. The database and its schema decide; the broker is reported only, since what happens while it is
/// away waits in the outbox. While the primary is away a service that standbys answer stays in: what they can be asked for is then answered, and the rest would be
/// no better off with another replica.
final class PlatformChecks: Sendable {
    /// For each check. Who asks has to hear it in time: the gateway waits a second, and would take every replica out together where all of them are busy.
    static let patience: Duration = .milliseconds(700)

    private let pool: PostgresPool
    private let migrator: Migrator
    private let broker: @Sendable () -> String
    private let relay: @Sendable () -> Bool
    private let readsFromStandbys: Bool
    private let isMigrated = Mutex(false)

    /// `readsFromStandbys`: the service has routes that a standby may answer.
    init(
        pool: PostgresPool, migrator: Migrator, readsFromStandbys: Bool, broker: @escaping @Sendable () -> String, relay: @escaping @Sendable () -> Bool
    ) {
        self.pool = pool
        self.readsFromStandbys = readsFromStandbys && pool.hasStandbys
        self.migrator = migrator
        self.broker = broker
        self.relay = relay
    }

    func report() async -> Readiness.Checks {
        async let standbys = standbys()
        let database = await database()
        let isAway = database == "unreachable"
        let migrations = isAway && !isMigrated.withLock({ $0 }) ? "unknown" : await migrations()
        var results = ["database": database, "migrations": migrations, "broker": broker(), "relay": relay() ? "holder" : "standby"]
        results["standbys"] = await standbys
        return Readiness.Checks(
            results: results, areFit: (!isAway || results["standbys"] == "ok") && migrations == "ok",
            reason: isAway ? pool.connectFailure?.description : nil)
    }

    /// Nil where the service reads from none.
    private func standbys() async -> String? {
        guard readsFromStandbys else { return nil }
        let answer = Answer("unreachable")
        _ = await Deadline.wait(until: ContinuousClock().now + Self.patience) { [pool] in
            if await pool.standbyAnswers() { answer.set("ok") }
        }
        return answer.value
    }

    /// A pool that is merely busy is no reason to send requests elsewhere, where it is no better.
    private func database() async -> String {
        let answer = Answer("no connection yet")
        _ = await Deadline.wait(until: ContinuousClock().now + Self.patience) { [pool] in
            do {
                _ = try await pool.withConnection { connection in
                    answer.set("unreachable")
                    return try await connection.first("SELECT 1")
                }
                answer.set("ok")
            } catch PostgresPoolError.exhausted {
                answer.set("busy")
            } catch is CancellationError {
                // Its time was over.
            } catch {
                answer.set("unreachable")
            }
        }
        guard answer.value == "no connection yet" else { return answer.value }
        // As the pool itself tells load from a server that is away: somebody holds a connection.
        let isLoad = pool.connectFailure == nil && (readsFromStandbys || pool.statistics.leased > 0)
        return isLoad ? "busy" : "unreachable"
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
