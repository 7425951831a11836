import Foundation
import TestKit
import Testing

@testable import Postgres

@Suite struct BatchTests {
    static let schema: [TestKit.Migration] = [("v001", "CREATE TABLE numbers (n bigint PRIMARY KEY, word text)")]

    private func inserts(_ numbers: [Int]) -> [SQL] {
        numbers.map { "INSERT INTO numbers (n, word) VALUES (\($0), \("w\($0)"))" }
    }

    @Test func sendsAllAndCountsEach() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            try await pool.withConnection { connection in
                let statements = inserts([1, 2, 3]) + ["UPDATE numbers SET word = \("x") WHERE n > \(1)", "DELETE FROM numbers WHERE n = \(99)", "SELECT 1"]
                expect(try await connection.batch(statements), is: [1, 1, 1, 2, 0, 1])
                expect(try await connection.batch([]), is: [])
                expect(try await connection.batch(inserts(Array(1000..<4000))).reduce(0, +), is: 3000)
            }
            #expect(try await pool.value("SELECT count(*) FROM numbers") == 3003)
        }
    }

    @Test func anErrorInTheMiddleUndoesTheWholeAndLeavesTheConnectionWell() async throws {
        try await TestKit.withPool(migrations: Self.schema, size: 1) { pool in
            do {
                // The second is prepared anew after the error, in a statement that was never seen before.
                try await pool.withConnection { _ = try await $0.batch(inserts([1, 2, 1]) + ["DELETE FROM numbers WHERE n = \(2)"]) }
                Issue.record("the key did not hold")
            } catch let error as PostgresError {
                #expect(error.isUniqueViolation)
            }
            #expect(try await pool.value("SELECT count(*) FROM numbers") == 0)
            try await pool.withConnection { connection in
                expect(try await connection.batch(inserts([1]) + ["DELETE FROM numbers WHERE n = \(1)"]), is: [1, 1])
            }
            #expect(pool.statistics.reconnects == 0)
        }
    }

    @Test func aStatementThatCannotBePreparedFailsTheWhole() async throws {
        try await TestKit.withPool(migrations: Self.schema, size: 1) { pool in
            try await pool.withConnection { connection in
                for _ in 1...2 {
                    do {
                        try await connection.batch(inserts([1]) + ["SELECT nonsense", "SELECT \(1) + 1"])
                        Issue.record("nonsense was accepted")
                    } catch let error as PostgresError {
                        #expect(error.sqlState == "42703")
                    }
                }
                #expect(try await connection.batch(["SELECT \(1) + 1"] + inserts([1])) == [1, 1])
            }
        }
    }

    @Test func worksWithinATransaction() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            try await pool.transaction { tx in
                expect(try await tx.batch(inserts([1, 2])), is: [1, 1])
                expect(try await tx.batch(inserts([3]) + ["UPDATE numbers SET word = NULL"]), is: [1, 3])
            }
            #expect(try await pool.value("SELECT count(*) FROM numbers") == 3)
            do {
                try await pool.transaction { tx in
                    try await tx.batch(inserts([4]))
                    try await tx.batch(inserts([5, 5]))
                }
                Issue.record("the key did not hold")
            } catch let error as PostgresError {
                #expect(error.isUniqueViolation)
            }
            #expect(try await pool.value("SELECT count(*) FROM numbers") == 3)
        }
    }

    @Test func moreThanTheSocketTakesAtOnce() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            let large = String(repeating: "x", count: 200_000)
            try await pool.withConnection { connection in
                let statements = (0..<50).map { "SELECT \($0), \(large)" as SQL }
                #expect(try await connection.batch(statements) == Array(repeating: 1, count: 50))
                let back: String = try await connection.query("SELECT \(large) AS t")[0]["t"]
                #expect(back == large)
            }
        }
    }
}
