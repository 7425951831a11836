import Foundation
import TestKit
import Testing

@testable import Postgres

/// Reads that go together, on a real server.
@Suite(.timeLimit(.minutes(3))) struct QuickReadTests {
    /// Row n says "n", with some bytes so that several results do not fit one read of the socket.
    private static let rows: [TestKit.Migration] = [
        ("v001", "CREATE TABLE things (id bigint PRIMARY KEY, name text); INSERT INTO things SELECT n, n || repeat('x', n % 977) FROM generate_series(1, 1000) n")
    ]

    private func name(_ number: Int, _ pool: PostgresPool) async throws -> String {
        let row = try #require(try await pool.quickReads.first("SELECT name FROM things WHERE id = \(number)"))
        return try row["name"]
    }

    private func number(_ sql: SQL, _ pool: PostgresPool) async throws -> Int { try #require(try await pool.quickReads.first(sql))["n"] }

    private func expected(_ number: Int) -> String { "\(number)" + String(repeating: "x", count: number % 977) }

    /// Holds all connections of the pool (one) until `count` reads have gathered, one after the other.
    private func gathering<R: Sendable>(_ pool: PostgresPool, _ reads: [@Sendable () async throws -> R]) async throws -> [Task<R, any Error>] {
        try await pool.withConnection { _ in
            var tasks: [Task<R, any Error>] = []
            for read in reads {
                tasks.append(Task { try await read() })
                try await eventually("gathers") { pool.sharing.withLock { $0.gathered } == tasks.count }
            }
            return tasks
        }
    }

    @Test func oneAloneGoesAlone() async throws {
        try await TestKit.withPool(migrations: Self.rows) { pool in
            for number in 1...5 { expect(try await name(number, pool), is: expected(number)) }
            #expect(pool.statistics.quickReads == 5)
            #expect(pool.statistics.leases == 5)
            #expect(pool.statistics.leased == 0)
            #expect(pool.statistics.size == 1)
        }
    }

    @Test(arguments: [1, 3]) func everybodyGetsTheirOwnRow(connections: Int) async throws {
        try await TestKit.withPool(migrations: Self.rows, size: connections, leaseDeadline: .seconds(60)) { pool in
            for executor in [nil, pool.executor] as [(any TaskExecutor)?] {
                let before = pool.statistics
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 1...1000 {
                        group.addTask(executorPreference: executor) { expect(try await name(number, pool), is: expected(number)) }
                    }
                    try await group.waitForAll()
                }
                let after = pool.statistics
                #expect(after.quickReads == before.quickReads + 1000)
                #expect(after.leases < before.leases + 1000)
                #expect(after.leased == 0)
                #expect(after.waiting == 0)
            }
        }
    }

    @Test func thoseThatGatheredGoTogether() async throws {
        try await TestKit.withPool(migrations: Self.rows, size: 1, leaseDeadline: .seconds(60)) { pool in
            let tasks = try await gathering(pool, (1...40).map { number in { try await name(number, pool) } })
            for (index, task) in tasks.enumerated() { expect(try await task.value, is: expected(index + 1)) }
            #expect(pool.statistics.leases == 1 + 3)  // 16, 16 and 8
        }
    }

    @Test func anErrorIsItsOwnOnly() async throws {
        try await TestKit.withPool(migrations: Self.rows, size: 1, leaseDeadline: .seconds(60)) { pool in
            let statements: [SQL] = (0..<12).map { number in
                switch number % 4 {
                case 1: "SELECT 60 / \(number - number) AS n"
                case 3: "SELECT n FROM \(unescaped: "no_such_table_\(number)")"
                default: "SELECT \(number) AS n"
                }
            }
            for _ in 1...2 {
                let tasks = try await gathering(pool, statements.map { sql in { try await number(sql, pool) } })
                for (number, task) in tasks.enumerated() {
                    switch number % 4 {
                    case 1: await #expect { try await task.value } throws: { ($0 as? PostgresError)?.sqlState == "22012" }
                    case 3: await #expect { try await task.value } throws: { ($0 as? PostgresError)?.sqlState == "42P01" }
                    default: expect(try await task.value, is: number)
                    }
                }
            }
            #expect(pool.statistics.reconnects == 0)
        }
    }

    @Test func whatCannotBeSentFailsAlone() async throws {
        try await TestKit.withPool(size: 1, leaseDeadline: .seconds(60)) { pool in
            await #expect(throws: PostgresEncodingError.self) { try await pool.quickReads.query("SELECT \("a\0b")::text") }
            #expect(pool.statistics.leases == 0)
        }
    }

    @Test(arguments: ["INSERT INTO things VALUES (0, 'x')", "WITH made AS (INSERT INTO things VALUES (0, 'x') RETURNING 1) SELECT * FROM made", "SELECTED", ""])
    func whatIsNoSelectIsNotSent(statement: String) async throws {
        try await TestKit.withPool(migrations: Self.rows) { pool in
            await #expect(throws: PostgresConnectionError.misused) { try await pool.quickReads.query("\(unescaped: statement)") }
            #expect(pool.statistics.leases == 0)
            expect(try await pool.value("SELECT count(*) FROM things"), is: 1000)
        }
    }

    /// Three reads in one group, of which the second waits for a lock that `body` may release.
    private func stuck(
        _ settings: String = "",
        _ body: (_ pool: PostgresPool, _ other: PostgresPool, _ tasks: [Task<Int, any Error>], _ release: () async throws -> Void) async throws -> Void
    ) async throws {
        try await TestKit.withDatabase { url in
            try await TestKit.withPool(url: url) { other in
                try await TestKit.withPool(url: url + settings, size: 1, leaseDeadline: .seconds(60)) { pool in
                    try await other.withConnection { holder in
                        _ = try await holder.query("SELECT pg_advisory_lock(7)")
                        let tasks = try await gathering(
                            pool,
                            [
                                { @Sendable in try await number("SELECT 1 AS n", pool) },
                                { @Sendable in try await number("SELECT 2 AS n FROM (SELECT pg_advisory_xact_lock_shared(7)) AS stuck", pool) },
                                { @Sendable in try await number("SELECT 3 AS n", pool) }
                            ])
                        try await eventually("is stuck") { try await other.sessions(running: "SELECT 2 AS n") == 1 }
                        try await body(pool, other, tasks) { _ = try await holder.query("SELECT pg_advisory_unlock(7)") }
                    }
                }
            }
        }
    }

    @Test func theResultOfWhoIsCancelledIsDropped() async throws {
        try await stuck { pool, other, tasks, release in
            tasks[2].cancel()
            await #expect(throws: CancellationError.self) { try await tasks[2].value }
            expect(try await other.sessions(running: "SELECT 2 AS n"), is: 1)
            try await release()
            expect(try await tasks[0].value, is: 1)
            expect(try await tasks[1].value, is: 2)
            expect(try await number("SELECT 4 AS n", pool), is: 4)
            #expect(pool.statistics.reconnects == 0)
        }
    }

    @Test func theServerStopsWhenAllAreCancelled() async throws {
        try await stuck { pool, other, tasks, _ in
            for task in tasks {
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            try await eventually("stopped") { try await other.sessions(running: "SELECT 2 AS n") == 0 }
            expect(try await number("SELECT 4 AS n", pool), is: 4)
            #expect(pool.statistics.reconnects == 0)
        }
    }

    @Test func whoIsCancelledWhileGatheredIsNeverSent() async throws {
        try await TestKit.withPool(size: 1, leaseDeadline: .seconds(60)) { pool in
            try await pool.withConnection { _ in
                let waiting = Task { try await pool.quickReads.query("SELECT 1") }
                try await eventually("waits") { pool.statistics.waiting == 1 }
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
                #expect(pool.statistics.waiting == 0)
            }
            try await eventually("given back") { pool.statistics.idle == 1 }
            #expect(pool.statistics.quickReads == 0)
        }
    }

    @Test func aKilledBackendFailsItsGroupAsLost() async throws {
        try await stuck { pool, other, tasks, _ in
            let _: Int = try await other.value(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'SELECT 2 AS n%' AND state = 'active' AND datname = current_database()")
            for task in tasks[1...] { await #expect(throws: PostgresConnectionError.lost(sqlState: "57P01")) { try await task.value } }
            expect(try await number("SELECT 4 AS n", pool), is: 4)
            #expect(pool.statistics.reconnects == 1)
        }
    }

    @Test func theStatementTimeoutIsEachOnesOwn() async throws {
        try await stuck("&statement_timeout=2s") { _, _, tasks, _ in
            expect(try await tasks[0].value, is: 1)
            await #expect { try await tasks[1].value } throws: { ($0 as? PostgresError)?.isCancellation == true }
            expect(try await tasks[2].value, is: 3)
        }
    }

    @Test func anAdministratorsCancellationHitsOneOnly() async throws {
        try await stuck { _, other, tasks, _ in
            let _: Int = try await other.value(
                "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'SELECT 2 AS n%' AND state = 'active' AND datname = current_database()")
            expect(try await tasks[0].value, is: 1)
            await #expect { try await tasks[1].value } throws: { ($0 as? PostgresError)?.isCancellation == true }
            expect(try await tasks[2].value, is: 3)
        }
    }

    /// Some are stuck, in one group or in several; who comes then still has their turn, while connections are left.
    @Test func aSlowReadHoldsNobodyUp() async throws {
        try await TestKit.withPool(size: 8, leaseDeadline: .seconds(60)) { pool in
            try await pool.withConnection { holder in
                _ = try await holder.query("SELECT pg_advisory_lock(7)")
                let stuck = (0..<5).map { number in
                    Task { try await self.number("SELECT 'stuck', \(number) AS n FROM (SELECT pg_advisory_xact_lock_shared(7)) AS stuck", pool) }
                }
                try await eventually("are stuck") { try await pool.sessions(running: "SELECT 'stuck'") >= 1 }
                for number in 0..<10 { expect(try await self.number("SELECT \(number) AS n", pool), is: number) }
                _ = try await holder.query("SELECT pg_advisory_unlock(7)")
                for (number, task) in stuck.enumerated() { expect(try await task.value, is: number) }
            }
        }
    }

    @Test func survivesASchemaChange() async throws {
        try await TestKit.withPool(migrations: Self.rows, size: 1, leaseDeadline: .seconds(60)) { pool in
            for columns in 2...4 {
                // In the second group the plan of both statements is of before the change.
                for _ in 1...2 {
                    let reads: [@Sendable () async throws -> Int] = (1...10).map { number in
                        let sql: SQL = number % 2 == 0 ? "SELECT * FROM things WHERE id = \(number)" : "SELECT *, 1 FROM things WHERE id = \(number)"
                        return {
                            let row = try #require(try await pool.quickReads.first(sql))
                            expect(try row["id"], is: number)
                            return Int(row.result.columnCount) - number % 2
                        }
                    }
                    for task in try await gathering(pool, reads) { expect(try await task.value, is: columns) }
                }
                try await pool.withConnection { try await $0.script("ALTER TABLE things ADD COLUMN more\(columns) int") }
            }
        }
    }

    @Test func manyStatementsMoreThanTheCacheHolds() async throws {
        try await TestKit.withDatabase { url in
            try await TestKit.withPool(url: url + "&statement_cache_size=4", size: 1, leaseDeadline: .seconds(60)) { pool in
                for _ in 1...2 {
                    let reads: [@Sendable () async throws -> Int] = (1...30).map { number in
                        { try await self.number("SELECT \(number) + \(unescaped: "\(number % 11)") AS n", pool) }
                    }
                    for (index, task) in try await gathering(pool, reads).enumerated() { expect(try await task.value, is: index + 1 + (index + 1) % 11) }
                }
                #expect(try await pool.value("SELECT count(*) FROM pg_prepared_statements") <= 5)
            }
        }
    }

    @Test func theLeaseDeadlineHolds() async throws {
        try await TestKit.withPool(size: 1, leaseDeadline: .milliseconds(100)) { pool in
            // The first connection may take longer than that to open on a busy machine.
            try await eventually("connected") { (try? await pool.value("SELECT 1") as Int) == 1 }
            let before = pool.statistics.leaseTimeouts
            try await pool.withConnection { _ in
                let reads = (0..<3).map { number in Task { try await pool.quickReads.query("SELECT \(number)") } }
                for read in reads { await #expect(throws: PostgresPoolError.exhausted) { try await read.value } }
            }
            #expect(pool.statistics.leaseTimeouts > before)
            #expect(pool.statistics.waiting == 0)
            expect(try await pool.quickReads.query("SELECT 1").count, is: 1)
        }
    }

    @Test func noServerIsUnavailable() async throws {
        let pool = PostgresPool(try PostgresConfiguration(url: "postgres:///x?host=/nonexistent"), leaseDeadline: .milliseconds(200))
        await #expect(throws: PostgresPoolError.unavailable) { try await pool.quickReads.query("SELECT 1") }
        await pool.close()
        await #expect(throws: PostgresPoolError.closed) { try await pool.quickReads.query("SELECT 1") }
    }

    @Test func closeRefusesWhoIsGatheredAndWaitsForWhoIsUnderWay() async throws {
        try await stuck { pool, _, tasks, release in
            let gathered = Task { try await pool.quickReads.query("SELECT 5") }
            try await eventually("waits") { pool.statistics.waiting == 1 }
            let closing = Task { await pool.close(grace: .seconds(60)) }
            await #expect(throws: PostgresPoolError.closed) { try await gathered.value }
            try await release()
            for (index, task) in tasks.enumerated() { expect(try await task.value, is: index + 1) }
            await closing.value
            #expect(pool.statistics.size == 0)
        }
    }

    /// Reads, errors and cancellations, while backends are killed and statements cancelled: everybody gets their own row or an error that they may get.
    @Test func everybodyGetsTheirOwnRowAmongFaults() async throws {
        try await TestKit.withDatabase(migrations: Self.rows) { url in
            try await TestKit.withPool(url: url, size: 4, leaseDeadline: .seconds(60)) { pool in
                let isOver = Locked(false)
                let saboteur = Task {
                    try await TestKit.withPool(url: url, size: 1) { other in
                        var round = 0
                        while !isOver.withLock({ $0 }) {
                            round += 1
                            let act = round % 5 == 0 ? "pg_terminate_backend" : "pg_cancel_backend"
                            let _: Int = try await other.value(
                                """
                                SELECT count(\(unescaped: act)(pid)) FROM (SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                                    AND backend_type = 'client backend' ORDER BY random() LIMIT 1) AS victim
                                """)
                            try await Task.sleep(for: .milliseconds(3))
                        }
                    }
                }
                let answered = Locked(0)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for task in 0..<24 {
                        group.addTask { for step in 0..<60 { try await read(task * 40 + step % 40 + 1, step, pool, answered) } }
                    }
                    try await group.waitForAll()
                }
                isOver.withLock { $0 = true }
                try await saboteur.value
                #expect(answered.withLock { $0 } > 0)
                expect(try await name(7, pool), is: expected(7))
                try await eventually("all are back") { pool.statistics.leased == 0 && pool.statistics.waiting == 0 }
            }
        }
    }

    private func read(_ number: Int, _ step: Int, _ pool: PostgresPool, _ answered: Locked<Int>) async throws {
        do {
            switch step % 6 {
            case 2:
                _ = try await pool.quickReads.query("SELECT 1 / \(number - number)")
                Issue.record("no error")
            case 4:
                let task = Task { try await name(number, pool) }
                if step % 12 == 4 { await Task.yield() }
                task.cancel()
                expect(try await task.value, is: expected(number))
            default:
                expect(try await name(number, pool), is: expected(number))
                answered.withLock { $0 += 1 }
            }
        } catch let error as PostgresError {
            #expect(error.isCancellation || step % 6 == 2 && error.sqlState == "22012")
        } catch is CancellationError {
            #expect(step % 6 == 4)
        } catch PostgresConnectionError.lost {
        }
    }
}
