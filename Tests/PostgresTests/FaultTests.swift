import Foundation
import TestKit
import Testing

@testable import Postgres

/// The server goes away, in several ways.
@Suite(.serialized) struct FaultTests {
    @Test func aTerminatedBackendFailsItsTransactionOnly() async throws {
        try await TestKit.withPool(size: 2) { pool in
            do {
                try await pool.transaction { tx in
                    let backend: Int = try await tx.first("SELECT pg_backend_pid() AS pid")!["pid"]
                    let isGone: Bool = try await pool.value("SELECT pg_terminate_backend(\(Int32(backend)))")
                    #expect(isGone)
                    _ = try await tx.query("SELECT 1 FROM pg_sleep(60)")
                }
                Issue.record("the backend was still there")
            } catch let error as PostgresConnectionError {
                #expect(error.isRetryable)
            }
            try await eventually("replaced") { try await pool.value("SELECT 1") == 1 && pool.statistics.size <= 2 }
        }
    }

    @Test func aTerminatedStatementTellsWhy() async throws {
        try await TestKit.withPool(size: 2) { pool in
            let victim = Task { try await pool.withConnection { _ = try await $0.query("SELECT 'victim' FROM pg_sleep(60)") } }
            try await eventually("runs") { try await pool.sessions(running: "SELECT 'victim'") == 1 }
            let _: Bool = try await pool.value(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT ''victim''%' AND pid <> pg_backend_pid()"
            )
            await #expect(throws: PostgresConnectionError.lost(sqlState: "57P01")) { try await victim.value }
        }
    }

    @Test func idleConnectionsThatBreakAreNoticedAndReplaced() async throws {
        try await TestKit.withPool(size: 2) { pool in
            try await pool.withConnection { one in
                try await pool.withConnection { two in
                    _ = try await one.query("SELECT 1")
                    _ = try await two.query("SELECT 1")
                }
            }
            #expect(pool.statistics.idle == 2)
            let _: Int = try await pool.value(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            try await eventually("noticed") { pool.statistics.idle == 1 }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { expect(try await pool.value("SELECT 1 FROM pg_sleep(0.01)"), is: 1) } }
                try await group.waitForAll()
            }
            #expect(pool.statistics.reconnects == 1)
        }
    }

    @Test(arguments: ["restart", "kill"])
    func survivesTheServersRestart(how: String) async throws {
        try await TestKit.withServerPool(size: 3, leaseDeadline: .seconds(30)) { server, pool in
            try await pool.withConnection { try await $0.script("CREATE TABLE steps (n int PRIMARY KEY)") }
            let isOpen = Gate(1)
            let isDown = Gate(1)
            let running = Task {
                try await pool.transaction { tx in
                    try await tx.execute("INSERT INTO steps VALUES (1)")
                    await isOpen.arrive()
                    await isDown.wait()
                    try await tx.execute("INSERT INTO steps VALUES (2)")
                }
            }
            await isOpen.wait()
            if how == "kill" { try await server.kill() } else { try await server.stop() }
            await isDown.arrive()
            do {
                _ = try await running.value
                Issue.record("the transaction outlived the server")
            } catch let error as PostgresConnectionError {
                #expect(error.isRetryable)
            }
            // These wait for the server, and get it.
            let waiting = (2...6).map { number in
                Task { try await pool.transaction { tx in try await tx.execute("INSERT INTO steps VALUES (\(number))") } }
            }
            try await eventually("they wait") { pool.statistics.waiting == 5 }
            try await server.start()
            for task in waiting { #expect(try await task.value == 1) }
            #expect(try await pool.value("SELECT count(*) FROM steps") == 5)
            #expect(try await pool.value("SELECT min(n) FROM steps") == 2)
            #expect(pool.statistics.reconnects > 0)
            #expect(pool.connectFailure == nil)
        }
    }

    @Test func aServerThatStaysAwayIsUnavailableWithinTheDeadline() async throws {
        try await TestKit.withServerPool(size: 2, leaseDeadline: .milliseconds(500)) { server, pool in
            try await eventually("connected") { (try? await pool.value("SELECT 1") as Int) == 1 }
            try await server.stop()
            try await eventually("noticed") { pool.statistics.size == 0 }
            for _ in 1...3 {
                await #expect(throws: PostgresPoolError.unavailable) { try await pool.withConnection { _ in } }
            }
            try await server.start()
            try await eventually("back") { (try? await pool.value("SELECT 1") as Int) == 1 }
        }
    }

    /// The commit waits for a lock of its deferred trigger while its backend is killed: nobody can tell the client how it ended.
    @Test func aCommitOfUnknownOutcomeSaysSo() async throws {
        let schema = """
            CREATE TABLE things (id int);
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON things DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait();
            """
        try await TestKit.withPool(migrations: [("v001", schema)], size: 2) { pool in
            let hooks = Locked(0)
            let runs = Locked(0)
            let committing = Task {
                try await pool.transaction { tx in
                    runs.withLock { $0 += 1 }
                    tx.afterCommit { hooks.withLock { $0 += 1 } }
                    try await tx.execute("INSERT INTO things VALUES (1)")
                }
            }
            try await eventually("commits") { try await pool.sessions(running: "COMMIT") == 1 }
            let _: Bool = try await pool.value(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'COMMIT' AND state = 'active'")
            await #expect(throws: PostgresConnectionError.commitUnknown) { try await committing.value }
            #expect(hooks.withLock { $0 } == 0)
            #expect(runs.withLock { $0 } == 1)
        }
    }
}
