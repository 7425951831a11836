import Foundation
import TestKit
import Testing

@testable import Postgres

@Suite struct PoolTests {
    @Test func aConnectionIsNeverSharedByTwo() async throws {
        // A hundred wait for four: on a busy machine the last of them for long.
        try await TestKit.withPool(size: 4, leaseDeadline: .seconds(60)) { pool in
            let holders = Locked<[Int: Int]>([:])  // backend → how many hold it now
            let most = Locked(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<100 {
                    group.addTask {
                        try await pool.withConnection { connection in
                            let backend: Int = try await connection.query("SELECT pg_backend_pid()")[0]["pg_backend_pid"]
                            let now = holders.withLock { holders in
                                holders[backend, default: 0] += 1
                                return holders[backend]!
                            }
                            most.withLock { $0 = max($0, now) }
                            for step in 0..<5 {
                                let value: Int = try await connection.query("SELECT \(task * 10 + step) AS n")[0]["n"]
                                #expect(value == task * 10 + step)
                            }
                            holders.withLock { $0[backend]! -= 1 }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(most.withLock { $0 } == 1)
            #expect(holders.withLock { $0.count } <= 4)
            let statistics = pool.statistics
            #expect(statistics.size <= 4)
            #expect(statistics.leased == 0)
            #expect(statistics.waiting == 0)
            #expect(statistics.leases == 100)
            #expect(statistics.leaseTimeouts == 0)
        }
    }

    @Test func theLeaseDeadlineHolds() async throws {
        try await TestKit.withPool(size: 1, leaseDeadline: .milliseconds(100)) { pool in
            // The first connection may take longer than that to open on a busy machine.
            try await eventually("connected") { (try? await pool.value("SELECT 1") as Int) == 1 }
            let before = pool.statistics.leaseTimeouts
            try await pool.withConnection { _ in
                await #expect(throws: PostgresPoolError.exhausted) { try await pool.withConnection { _ in } }
            }
            #expect(pool.statistics.leaseTimeouts == before + 1)
            #expect(try await pool.value("SELECT 1") == 1)
        }
    }

    @Test func aCancelledLeaseStopsWaiting() async throws {
        try await TestKit.withPool(size: 1, leaseDeadline: .seconds(60)) { pool in
            try await pool.withConnection { _ in
                let waiting = Task { try await pool.withConnection { _ in } }
                try await eventually("waits") { pool.statistics.waiting == 1 }
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
                #expect(pool.statistics.waiting == 0)
            }
        }
    }

    @Test func noServerIsUnavailable() async throws {
        let nowhere = try PostgresConfiguration(url: "postgres:///x?host=/nonexistent")
        let pool = PostgresPool(nowhere, leaseDeadline: .milliseconds(200))
        await #expect(throws: PostgresPoolError.unavailable) { try await pool.withConnection { _ in } }
        await #expect(throws: PostgresPoolError.unavailable) { try await pool.transaction { _ in } }
        #expect(pool.connectFailure == .nobody)
        await pool.close()
    }

    @Test func aClosedPoolRefuses() async throws {
        try await TestKit.withDatabase { url in
            let pool = PostgresPool(try PostgresConfiguration(url: url))
            #expect(try await pool.value("SELECT 1") == 1)
            await pool.close()
            await #expect(throws: PostgresPoolError.closed) { try await pool.withConnection { _ in } }
            await pool.close()
            #expect(pool.statistics.size == 0)
        }
    }

    @Test func closeWaitsForWhatIsUnderWayAndEndsItAfterItsGrace() async throws {
        try await TestKit.withDatabase { url in
            let pool = PostgresPool(try PostgresConfiguration(url: url), size: 2)
            let quick = Task { try await pool.value("SELECT 7 FROM pg_sleep(0.2)") as Int }
            let endless = Task { try await pool.value("SELECT 8 FROM pg_sleep(600)") as Int }
            try await eventually("both run") { pool.statistics.leased == 2 }
            let watcher = PostgresPool(try PostgresConfiguration(url: url), size: 1)
            try await eventually("the endless one runs") { try await watcher.sessions(running: "SELECT 8") == 1 }
            await watcher.close()
            await pool.close(grace: .seconds(1))
            #expect(try await quick.value == 7)
            await #expect(throws: PostgresConnectionError.lost(sqlState: nil)) { try await endless.value }
        }
    }

    @Test func aLeaseEndsWithItsClosure() async throws {
        try await TestKit.withPool { pool in
            let kept = Kept()
            try await pool.withConnection { kept.connection = $0 }
            await #expect(throws: PostgresConnectionError.misused) { try await kept.query() }
        }
    }

    /// A way around the compiler, such as a class of the caller's own may be.
    final class Kept: @unchecked Sendable {
        var connection: PostgresConnection?
        func query() async throws { _ = try await connection!.query("SELECT 1") }
    }

    @Test func aTransactionLeftOpenByHandDoesNotReachTheNextLease() async throws {
        try await TestKit.withPool(size: 1) { pool in
            try await pool.withConnection { _ = try await $0.execute("BEGIN") }
            let isIn: Bool = try await pool.value("SELECT pg_current_xact_id_if_assigned() IS NOT NULL")
            #expect(!isIn)
            #expect(pool.statistics.size == 1)
        }
    }

    @Test func worksOnItsOwnExecutor() async throws {
        try await TestKit.withPool(size: 4) { pool in
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...50 {
                    group.addTask(executorPreference: pool.executor) {
                        try await pool.transaction { tx in
                            try await tx.first("SELECT \(number) AS n")!["n"]
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(sum == 1275)
        }
    }

    @Test func settingsOfTheURLHold() async throws {
        try await TestKit.withDatabase { url in
            var configuration = try PostgresConfiguration(url: url + "&statement_timeout=50ms&lock_timeout=7s")
            configuration.applicationName = "careline tests"
            let pool = PostgresPool(configuration)
            #expect(try await pool.value("SELECT current_setting('lock_timeout')") == "7s")
            #expect(try await pool.value("SELECT current_setting('application_name')") == "careline tests")
            do {
                try await pool.withConnection { _ = try await $0.query("SELECT pg_sleep(60)") }
                Issue.record("no timeout")
            } catch let error as PostgresError {
                #expect(error.isCancellation)
            }
            await pool.close()
        }
    }

    @Test func evenASmallTableIsReadByItsIndex() async throws {
        try await TestKit.withDatabase { url in
            var configuration = try PostgresConfiguration(url: url)
            configuration.prefersIndexes = true
            let pool = PostgresPool(configuration, size: 1)
            try await pool.withConnection { connection in
                try await connection.script(
                    """
                    CREATE TABLE grows (id bigint PRIMARY KEY, whose bigint NOT NULL);
                    CREATE INDEX ON grows (whose);
                    INSERT INTO grows SELECT n, 1 FROM generate_series(1, 100) AS n;
                    ANALYZE grows;
                    """)
                func scans() async throws -> Int {
                    try await connection.first("SELECT pg_stat_get_numscans(id) + pg_stat_get_xact_numscans(id) FROM (SELECT 'grows'::regclass AS id) AS t")![0]
                }
                let before = try await scans()
                for whose in 1...20 { _ = try await connection.query("SELECT id FROM grows WHERE whose = \(whose)") }
                #expect(try await scans() == before)
            }
            await pool.close()
        }
    }
}
