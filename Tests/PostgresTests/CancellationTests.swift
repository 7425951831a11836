import Foundation
import TestKit
import Testing

@testable import Postgres

@Suite struct CancellationTests {
    @Test func theServerStopsAndTheConnectionGoesOn() async throws {
        try await TestKit.withPool(size: 2) { pool in
            try await pool.withConnection { _ in expect(try await pool.value("SELECT 1"), is: 1) }
            let slow = Task { try await pool.withConnection { _ = try await $0.query("SELECT 'slow' FROM pg_sleep(600)") } }
            try await eventually("runs") { try await pool.sessions(running: "SELECT 'slow'") == 1 }
            slow.cancel()
            await #expect(throws: CancellationError.self) { try await slow.value }
            #expect(try await pool.sessions(running: "SELECT 'slow'") == 0)
            #expect(pool.statistics.size == 2)
            #expect(pool.statistics.reconnects == 0)
        }
    }

    @Test func aCancelledTransactionIsRolledBack() async throws {
        try await TestKit.withPool(migrations: [("v001", "CREATE TABLE things (id int)")], size: 2) { pool in
            let slow = Task {
                try await pool.transaction { tx in
                    try await tx.execute("INSERT INTO things VALUES (1)")
                    _ = try await tx.query("SELECT 'slow' FROM pg_sleep(600)")
                }
            }
            try await eventually("runs") { try await pool.sessions(running: "SELECT 'slow'") == 1 }
            slow.cancel()
            await #expect(throws: CancellationError.self) { try await slow.value }
            #expect(try await pool.value("SELECT count(*) FROM things") == 0)
            #expect(pool.statistics.reconnects == 0)
        }
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        try await TestKit.withPool(migrations: [("v001", "CREATE TABLE things (id int)")]) { pool in
            let isCancelled = Gate(1)
            let task = Task {
                try await pool.withConnection { connection in
                    await isCancelled.wait()
                    _ = try await connection.execute("INSERT INTO things VALUES (1)")
                }
            }
            task.cancel()
            await isCancelled.arrive()
            await #expect(throws: CancellationError.self) { try await task.value }
            expect(try await pool.value("SELECT count(*) FROM things"), is: 0)
        }
    }

    /// A cancellation that comes too late for its own statement must not hit the next one on that connection.
    @Test func aLateCancellationHitsNobodyElse() async throws {
        try await TestKit.withPool(size: 2) { pool in
            let hit = Locked(0)
            for round in 0..<60 {
                let quick = Task { try await pool.withConnection { _ = try await $0.query("SELECT \(round)") } }
                if round % 3 > 0 { await Task.yield() }
                quick.cancel()
                do { try await quick.value } catch is CancellationError {} catch { Issue.record(error) }
                do {
                    #expect(try await pool.value("SELECT \(round) + 0 * length(repeat('x', 10000))") == round)
                } catch { hit.withLock { $0 += 1 } }
            }
            #expect(hit.withLock { $0 } == 0)
            #expect(pool.statistics.reconnects == 0)
        }
    }

    @Test func manyAtOnce() async throws {
        try await TestKit.withPool(size: 8) { pool in
            let tasks = (0..<8).map { number in
                Task { try await pool.withConnection { _ = try await $0.query("SELECT 'slow', \(number) FROM pg_sleep(600)") } }
            }
            let watcher = tasks
            try await eventually("all lease") { pool.statistics.leased == 8 }
            for task in watcher { task.cancel() }
            for task in watcher { await #expect(throws: CancellationError.self) { try await task.value } }
            #expect(try await pool.value("SELECT 1") == 1)
        }
    }
}
