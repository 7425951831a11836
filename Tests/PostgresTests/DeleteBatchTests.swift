import TestKit
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(2))) struct DeleteBatchTests {
    /// Of the numbers from 1 to 10, of which those that are even are over.
    private static func withNumbers(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestKit.withPool(size: 2) { pool in
            try await pool.withConnection {
                try await $0.script(
                    "CREATE TABLE numbers (number bigint NOT NULL, is_over bool NOT NULL); INSERT INTO numbers SELECT n, n % 2 = 0 FROM generate_series(1, 10) n;")
            }
            try await body(pool)
        }
    }

    private static func left(_ pool: PostgresPool) async throws -> [Int] {
        try await pool.withConnection { try await $0.query("SELECT number FROM numbers WHERE is_over ORDER BY number") }.map { try $0["number"] }
    }

    @Test func theFirstGoAndNoMoreThanWasSaid() async throws {
        try await Self.withNumbers { pool in
            let first = try await pool.transaction { try await $0.deleteBatch(from: "numbers", where: "is_over AND number > \(2)", by: "number", most: 3) }
            #expect(try await Self.left(pool) == [2, 10] && first == 3)
            let rest = try await pool.transaction { try await $0.deleteBatch(from: "numbers", where: "is_over", most: 3) }
            #expect(try await Self.left(pool).isEmpty && rest == 2)
            let none = try await pool.transaction { try await $0.deleteBatch(from: "numbers", where: "is_over", most: 3) }
            let others: Int? = try await pool.withConnection { try await $0.first("SELECT count(*) FROM numbers") }.map { try $0[0] }
            #expect(none == 0 && others == 5)
        }
    }

    @Test func whatSomebodyHoldsIsSkipped() async throws {
        try await Self.withNumbers { pool in
            try await pool.transaction { holder in
                _ = try await holder.query("SELECT 1 FROM numbers WHERE number IN (2, 6) FOR UPDATE")
                let gone = try await pool.transaction { try await $0.deleteBatch(from: "numbers", where: "is_over", by: "number", most: 2) }
                #expect(gone == 2)
            }
            #expect(try await Self.left(pool) == [2, 6, 10])
        }
    }
}
