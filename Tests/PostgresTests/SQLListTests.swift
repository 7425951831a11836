import Foundation
import TestKit
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(2))) struct SQLListTests {
    private static func withNumbers(_ body: (PostgresConnection) async throws -> Void) async throws {
        try await TestKit.withDatabase { url in
            let pool = PostgresPool(try PostgresConfiguration(url: url), size: 1)
            try await pool.withConnection { connection in
                try await connection.script(
                    "CREATE TABLE numbers (number bigint PRIMARY KEY); INSERT INTO numbers SELECT generate_series(1, 1000); ANALYZE numbers;")
                try await body(connection)
            }
            await pool.close()
        }
    }

    @Test(arguments: [0, 1, 2, 7, 8, 9, 40]) func howManyTheyAreMakesNoDifference(count: Int) async throws {
        try await Self.withNumbers { connection in
            let wanted = Array((995 - count)..<995) + [5000]
            let found = try await connection.query("SELECT number FROM numbers WHERE \(.isOne(of: wanted, "number")) AND number > \(0) ORDER BY number")
            let numbers: [Int] = try found.map { try $0["number"] }
            #expect(numbers == Array(wanted.dropLast()))
            let rows = try await connection.query("SELECT n + \(1) AS next FROM \(.rows(of: wanted)) AS w (n) ORDER BY n")
            let nexts: [Int] = try rows.map { try $0["next"] }
            #expect(nexts == wanted.map { $0 + 1 })
        }
    }

    @Test func noneIsNobody() async throws {
        try await Self.withNumbers { connection in
            let found = try await connection.query("SELECT number FROM numbers WHERE \(.isOne(of: [Int](), "number"))")
            let rows = try await connection.query("SELECT n FROM \(.rows(of: [Int]())) AS w (n)")
            #expect(found.isEmpty && rows.isEmpty)
        }
    }

    /// What it is for: the first five executions are planned each by itself, and then no more.
    @Test func ofAFewThePlanIsKept() async throws {
        try await Self.withNumbers { connection in
            for number in 1...20 { _ = try await connection.query("SELECT number FROM numbers WHERE \(.isOne(of: [number, number + 1], "number"))") }
            let row = try await connection.first(
                "SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement LIKE 'SELECT number FROM numbers%'")
            let (custom, generic): (Int, Int) = (try #require(try row?["custom_plans"]), try #require(try row?["generic_plans"]))
            #expect(custom == 5 && generic == 15)
        }
    }
}
