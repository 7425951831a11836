import Foundation
import TestKit
import Testing

@testable import Postgres

@Suite struct TransactionTests {
    static let schema: [TestKit.Migration] = [
        ("v001", "CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0)); INSERT INTO accounts VALUES (1, 100), (2, 100)")
    ]

    enum Refusal: Error, Equatable { case notToday }

    private func balance(_ id: Int, _ pool: PostgresPool) async throws -> Int {
        try await pool.value("SELECT balance FROM accounts WHERE id = \(id)")
    }

    @Test func commitsOnReturn() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            let seen = Locked<[String]>([])
            try await pool.transaction { tx in
                tx.afterCommit { seen.withLock { $0.append("hook") } }
                try await tx.execute("UPDATE accounts SET balance = 5 WHERE id = 1")
                #expect(try await balance(1, pool) == 100)  // not before
                seen.withLock { $0.append("body") }
            }
            #expect(try await balance(1, pool) == 5)
            #expect(seen.withLock { $0 } == ["body", "hook"])
        }
    }

    @Test func rollsBackOnAThrowAndRethrowsItUnwrapped() async throws {
        try await TestKit.withPool(migrations: Self.schema, size: 1) { pool in
            let hooks = Locked(0)
            await #expect(throws: Refusal.notToday) {
                try await pool.transaction { tx in
                    tx.afterCommit { hooks.withLock { $0 += 1 } }
                    try await tx.execute("UPDATE accounts SET balance = 5")
                    throw Refusal.notToday
                }
            }
            expect(try await balance(1, pool), is: 100)
            #expect(hooks.withLock { $0 } == 0)
            #expect(pool.statistics.size == 1)
            #expect(pool.statistics.reconnects == 0)
        }
    }

    /// Of a task that is cancelled before it sends: nothing is called committed that is not, and what was put off is not lost.
    @Test(arguments: [false, true]) func aBodyThatGoesOnThoughItIsCancelledLosesNothing(hasBegun: Bool) async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            let work = Task {
                try await pool.transaction { tx in
                    if hasBegun { _ = try await tx.query("SELECT 1") }
                    try await tx.executeLater("UPDATE accounts SET balance = 5 WHERE id = 1")
                    withUnsafeCurrentTask { $0?.cancel() }
                    await #expect(throws: CancellationError.self) { _ = try await tx.query("SELECT 1") }
                }
            }
            try await work.value
            #expect(try await balance(1, pool) == 5)
        }
    }

    @Test func namesTheConstraint() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            do {
                try await pool.transaction { tx in _ = try await tx.execute("UPDATE accounts SET balance = \(-1)") }
                Issue.record("the check did not hold")
            } catch let error as PostgresError {
                #expect(error.sqlState == "23514")
                #expect(error.table == "accounts")
                #expect(error.constraint == "accounts_balance_check")
            }
            do {
                try await pool.transaction { tx in _ = try await tx.execute("INSERT INTO accounts VALUES (1, 0)") }
                Issue.record("the key did not hold")
            } catch let error as PostgresError {
                #expect(error.isUniqueViolation)
                #expect(error.constraint == "accounts_pkey")
            }
        }
    }

    @Test func aSwallowedErrorDoesNotPassAsACommit() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            do {
                try await pool.transaction { tx in
                    try await tx.execute("UPDATE accounts SET balance = 5")
                    _ = try? await tx.execute("UPDATE accounts SET balance = -1")
                }
                Issue.record("the transaction had failed")
            } catch let error as PostgresError {
                #expect(error.sqlState == "23514")
            }
            #expect(try await balance(1, pool) == 100)
        }
    }

    @Test func aSavepointSavesTheRest() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            try await pool.transaction { tx in
                try await tx.execute("UPDATE accounts SET balance = 5")
                try await tx.execute("SAVEPOINT here")
                _ = try? await tx.execute("UPDATE accounts SET balance = -1")
                try await tx.execute("ROLLBACK TO here")
            }
            #expect(try await balance(1, pool) == 5)
        }
    }

    @Test func aFailedAttemptIsUndoneAndTheTransactionGoesOn() async throws {
        struct Refused: Error {}
        try await TestKit.withPool(migrations: Self.schema) { pool in
            let hooks = Locked<[String]>([])
            try await pool.transaction { tx in
                let first = try await tx.attempt { try await tx.execute("UPDATE accounts SET balance = 5") }
                #expect(try first.get() == 2)
                let refused = try await tx.attempt {
                    try await tx.execute("UPDATE accounts SET balance = 6")
                    tx.afterCommit { hooks.withLock { $0.append("undone") } }
                    throw Refused()
                }
                #expect(throws: Refused.self) { try refused.get() }
                let broken = try await tx.attempt { try await tx.execute("UPDATE accounts SET balance = -1 WHERE id = 1") }
                #expect(throws: PostgresError.self) { try broken.get() }
                try await tx.execute("UPDATE accounts SET balance = balance + 2 WHERE id = 1")
                tx.afterCommit { hooks.withLock { $0.append("kept") } }
            }
            #expect(try await balance(1, pool) == 7)
            #expect(hooks.withLock { $0 } == ["kept"])
        }
    }

    /// With one name for both, the outer one's end would mean the inner one's savepoint: what came before it would stay.
    @Test func anAttemptWithinAnotherIsUndoneWithIt() async throws {
        struct Refused: Error {}
        try await TestKit.withPool(migrations: Self.schema) { pool in
            try await pool.transaction { tx in
                let outer = try await tx.attempt {
                    try await tx.execute("UPDATE accounts SET balance = 5 WHERE id = 1")
                    let inner = try await tx.attempt {
                        try await tx.execute("UPDATE accounts SET balance = 6 WHERE id = 1")
                        throw Refused()
                    }
                    #expect(throws: Refused.self) { try inner.get() }
                    let seen: Int = try await tx.first("SELECT balance FROM accounts WHERE id = 1")!["balance"]
                    #expect(seen == 5)
                    throw Refused()
                }
                #expect(throws: Refused.self) { try outer.get() }
            }
            expect(try await balance(1, pool), is: 100)
            try await pool.transaction { tx in
                let outer = try await tx.attempt {
                    let broken = try await tx.attempt { try await tx.execute("UPDATE accounts SET balance = -1 WHERE id = 1") }
                    #expect(throws: PostgresError.self) { try broken.get() }
                    let inner = try await tx.attempt { try await tx.execute("UPDATE accounts SET balance = 8 WHERE id = 1") }
                    #expect(try inner.get() == 1)
                    try await tx.execute("UPDATE accounts SET balance = balance + 1 WHERE id = 1")
                }
                #expect(throws: Never.self) { try outer.get() }
            }
            expect(try await balance(1, pool), is: 9)
        }
    }

    @Test func anAttemptDoesNotOutliveItsConnection() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            await #expect(throws: PostgresConnectionError.self) {
                try await pool.transaction { tx in
                    _ = try await tx.attempt { _ = try await tx.query("SELECT pg_terminate_backend(pg_backend_pid())") }
                    Issue.record("the connection is gone")
                }
            }
        }
    }

    @Test func whatIsPutOffGoesOutInOrderWithTheNextStatementOrTheCommit() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            try await pool.transaction { tx in
                try await tx.executeLater("UPDATE accounts SET balance = 5 WHERE id = 1")
                try await tx.executeLater("UPDATE accounts SET balance = balance * 2 WHERE id = 1")
                let seen: Int = try await tx.first("SELECT balance FROM accounts WHERE id = 1")!["balance"]
                #expect(seen == 10)
                try await tx.executeLater("UPDATE accounts SET balance = balance + 1 WHERE id = 1")
            }
            #expect(try await balance(1, pool) == 11)
            // Nothing but what was put off, and more than is kept back at once.
            try await pool.transaction { tx in
                for _ in 0..<1250 { try await tx.executeLater("UPDATE accounts SET balance = balance + 1 WHERE id = 2") }
            }
            #expect(try await balance(2, pool) == 1350)
        }
    }

    @Test func aThrowDropsWhatIsPutOff() async throws {
        try await TestKit.withPool(migrations: Self.schema, size: 1) { pool in
            await #expect(throws: Refusal.notToday) {
                try await pool.transaction { tx in
                    try await tx.executeLater("UPDATE accounts SET balance = 5")
                    throw Refusal.notToday
                }
            }
            expect(try await balance(1, pool), is: 100)
            try await pool.transaction { tx in
                let refused = try await tx.attempt {
                    try await tx.executeLater("UPDATE accounts SET balance = 5 WHERE id = 1")
                    throw Refusal.notToday
                }
                #expect(throws: Refusal.notToday) { try refused.get() }
                let broken = try await tx.attempt { try await tx.executeLater("UPDATE accounts SET balance = -1 WHERE id = 1") }
                #expect(throws: PostgresError.self) { try broken.get() }
                try await tx.executeLater("UPDATE accounts SET balance = 7 WHERE id = 2")
            }
            expect(try await balance(1, pool), is: 100)
            expect(try await balance(2, pool), is: 7)
            #expect(pool.statistics.reconnects == 0)
        }
    }

    /// A parameter that PostgreSQL cannot hold is refused before anything is sent: a body that goes on is where it was.
    @Test func aRefusedParameterLosesNeitherTheBeginNorWhatIsPutOff() async throws {
        try await TestKit.withPool(migrations: Self.schema, size: 1) { pool in
            await #expect(throws: Refusal.notToday) {
                try await pool.transaction { tx in
                    await #expect(throws: PostgresEncodingError.self) { _ = try await tx.query("SELECT \("a\u{0}")::text") }
                    try await tx.execute("UPDATE accounts SET balance = 5 WHERE id = 1")
                    throw Refusal.notToday
                }
            }
            expect(try await balance(1, pool), is: 100)
            try await pool.transaction { tx in
                try await tx.executeLater("UPDATE accounts SET balance = 5 WHERE id = 1")
                await #expect(throws: PostgresEncodingError.self) { _ = try await tx.query("SELECT \("a\u{0}")::text") }
            }
            expect(try await balance(1, pool), is: 5)
            await #expect(throws: PostgresEncodingError.self) {
                try await pool.transaction { tx in
                    try await tx.execute("UPDATE accounts SET balance = 6 WHERE id = 1")
                    try await tx.executeLater("UPDATE accounts SET balance = 7 WHERE 'a' = \("a\u{0}")::text")
                }
            }
            expect(try await balance(1, pool), is: 5)
        }
    }

    @Test func whatWasPutOffAndFailsAtTheCommitUndoesTheWhole() async throws {
        try await TestKit.withPool(migrations: Self.schema, size: 1) { pool in
            let hooks = Locked(0)
            for hasBegun in [true, false] {
                do {
                    try await pool.transaction { tx in
                        tx.afterCommit { hooks.withLock { $0 += 1 } }
                        if hasBegun { try await tx.execute("UPDATE accounts SET balance = 5 WHERE id = 1") }
                        try await tx.executeLater("UPDATE accounts SET balance = 6 WHERE id = 2")
                        try await tx.executeLater("UPDATE accounts SET balance = -1 WHERE id = 1")
                    }
                    Issue.record("the check did not hold")
                } catch let error as PostgresError {
                    #expect(error.constraint == "accounts_balance_check")
                }
                expect(try await balance(1, pool), is: 100)
                expect(try await balance(2, pool), is: 100)
            }
            #expect(hooks.withLock { $0 } == 0)
            #expect(pool.statistics.reconnects == 0)
        }
    }

    @Test func whatWasPutOffRunsAgainAfterASerializationFailureAtTheCommit() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            let runs = Locked(0)
            try await pool.transaction { tx in
                let run = runs.withLock { runs in
                    runs += 1; return runs
                }
                if run == 1 { try await tx.executeLater("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$") }
                try await tx.executeLater("UPDATE accounts SET balance = 5 WHERE id = 1")
            }
            #expect(runs.withLock { $0 } == 2)
            #expect(try await balance(1, pool) == 5)
        }
    }

    @Test func anEmptyTransactionAsksNothingOfTheServer() async throws {
        try await TestKit.withPool { pool in
            let answer = try await pool.transaction { tx in
                tx.afterCommit {}
                return 7
            }
            #expect(answer == 7)
        }
    }

    @Test func theIsolationIsTheOneAskedFor() async throws {
        try await TestKit.withPool { pool in
            for (isolation, name) in [(PostgresPool.Isolation.readCommitted, "read committed"), (.repeatableRead, "repeatable read"), (.serializable, "serializable")] {
                let found = try await pool.transaction(isolation) { tx in
                    try await tx.first("SELECT current_setting('transaction_isolation') AS level")!["level"] as String
                }
                #expect(found == name)
            }
        }
    }

    /// Two transactions that each read both rows and write one: exactly one must run again.
    @Test func runsAgainAfterASerializationFailure() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            let runs = Locked(0)
            let gate = Gate(2)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in [1, 2] {
                    group.addTask {
                        let isFirstRun = Locked(true)
                        try await pool.transaction(.serializable) { tx in
                            runs.withLock { $0 += 1 }
                            let sum: Int = try await tx.first("SELECT sum(balance)::bigint AS sum FROM accounts")!["sum"]
                            if isFirstRun.withLock({ first in
                                defer { first = false }; return first
                            }) {
                                await gate.arrive()
                            }
                            try await tx.execute("UPDATE accounts SET balance = \(sum) WHERE id = \(id)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(runs.withLock { $0 } == 3)
            #expect(pool.statistics.retries == 1)
            // One of the two orders, never both from the same sum.
            let balances = [try await balance(1, pool), try await balance(2, pool)].sorted()
            #expect(balances == [200, 300])
        }
    }

    @Test func runsAgainAfterADeadlockEvenIfTheBodyRenamesTheError() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            let gate = Gate(2)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for order in [[1, 2], [2, 1]] {
                    group.addTask {
                        let isFirstRun = Locked(true)
                        try await pool.transaction { tx in
                            try await tx.execute("SET LOCAL deadlock_timeout = '50ms'")
                            try await tx.execute("UPDATE accounts SET balance = balance + 1 WHERE id = \(order[0])")
                            if isFirstRun.withLock({ first in
                                defer { first = false }; return first
                            }) {
                                await gate.arrive()
                            }
                            do {
                                try await tx.execute("UPDATE accounts SET balance = balance + 1 WHERE id = \(order[1])")
                            } catch {
                                throw Refusal.notToday
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(pool.statistics.retries >= 1)
            #expect(try await balance(1, pool) == 102)
            #expect(try await balance(2, pool) == 102)
        }
    }

    @Test func givesUpAfterItsRetries() async throws {
        try await TestKit.withPool { pool in
            let runs = Locked(0)
            do {
                try await pool.transaction(retries: 2) { tx in
                    runs.withLock { $0 += 1 }
                    try await tx.execute("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$")
                }
                Issue.record("no failure")
            } catch let error as PostgresError {
                #expect(error.sqlState == "40001")
                #expect(error.isRetryable)
            }
            #expect(runs.withLock { $0 } == 3)
        }
    }

    @Test func aFailureAtCommitIsThrown() async throws {
        let schema = "CREATE TABLE pairs (id int PRIMARY KEY, other int REFERENCES pairs DEFERRABLE INITIALLY DEFERRED)"
        try await TestKit.withPool(migrations: [("v001", schema)]) { pool in
            do {
                try await pool.transaction { tx in _ = try await tx.execute("INSERT INTO pairs VALUES (1, 2)") }
                Issue.record("the reference did not hold")
            } catch let error as PostgresError {
                #expect(error.isForeignKeyViolation)
            }
            #expect(try await pool.value("SELECT count(*) FROM pairs") == 0)
        }
    }

    @Test func scriptsRunInside() async throws {
        try await TestKit.withPool { pool in
            await #expect(throws: Refusal.notToday) {
                try await pool.transaction { tx in
                    try await tx.script("CREATE TABLE a (n int); CREATE TABLE b (n int); INSERT INTO a VALUES (1)")
                    #expect(try await tx.query("SELECT n FROM a").count == 1)
                    throw Refusal.notToday
                }
            }
            expect(try await pool.value("SELECT count(*) FROM pg_class WHERE relname IN ('a', 'b')"), is: 0)
        }
    }

    @Test func aTransactionEndsWithItsClosure() async throws {
        try await TestKit.withPool { pool in
            let kept = Kept()
            try await pool.transaction { kept.transaction = $0 }
            await #expect(throws: PostgresConnectionError.misused) { try await kept.query() }
        }
    }

    final class Kept: @unchecked Sendable {
        var transaction: Transaction?
        func query() async throws { _ = try await transaction!.query("SELECT 1") }
    }
}
