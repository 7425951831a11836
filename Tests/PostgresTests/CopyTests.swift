import Foundation
import TestKit
import Testing

@testable import Postgres

@Suite struct CopyTests {
    static let schema: [TestKit.Migration] = [
        (
            "v001",
            """
            CREATE TYPE mood AS ENUM ('good', 'bad');
            CREATE TABLE "Rows" (n int PRIMARY KEY, word text, id uuid, at timestamptz, x float8, ok boolean, bytes bytea, words text[], note jsonb, mood mood)
            """
        )
    ]
    static let columns = ["n", "word", "id", "at", "x", "ok", "bytes", "words", "note", "mood"]

    @Test func tenThousandRows() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            let word = "tab\t newline\n return\r backslash\\ \\N ünï"
            let instant = Date(timeIntervalSince1970: 1_700_000_000.123456)
            let ids = (0..<10_000).map { _ in UUID() }
            let rows: [[PostgresValue?]] = ids.enumerated().map { number, id in
                [
                    number.postgresValue, number % 2 == 0 ? word.postgresValue : nil, id.postgresValue, instant.postgresValue,
                    (Double(number) / 7).postgresValue, (number % 3 == 0).postgresValue, Data([0, 9, 10, 92, 255]).postgresValue,
                    ["a,b", "\"q\"", "\\", "{}", "", "NULL"].postgresValue, JSONB(["k": "v\n\"\\"]).postgresValue, "good".postgresValue
                ]
            }
            let copied = try await pool.withConnection { try await $0.copy(into: "Rows", columns: Self.columns, rows: rows) }
            #expect(copied == 10_000)
            try await pool.withConnection { connection in
                let found = try await connection.query("SELECT * FROM \"Rows\" ORDER BY n")
                #expect(found.count == 10_000)
                for (number, row) in found.enumerated() where number % 97 == 0 {
                    #expect(try row["n"] == number)
                    #expect(try row["word"] as String? == (number % 2 == 0 ? word : nil))
                    #expect(try row["id"] == ids[number])
                    let at: Date = try row["at"]
                    #expect(abs(at.timeIntervalSince(instant)) < 1e-6)
                    #expect(try row["x"] == Double(number) / 7)
                    #expect(try row["ok"] == (number % 3 == 0))
                    #expect(try row["bytes"] == Data([0, 9, 10, 92, 255]))
                    #expect(try row["words"] == ["a,b", "\"q\"", "\\", "{}", "", "NULL"])
                    let note: JSONB<[String: String]> = try row["note"]
                    #expect(note.value == ["k": "v\n\"\\"])
                    #expect(try row["mood"] == "good")
                }
                // And the connection is back in its usual mode.
                #expect(try await connection.batch(["SELECT 1", "SELECT 2"]) == [1, 1])
            }
        }
    }

    @Test(arguments: [0.0, -0.5, 951_782_400, -62_135_596_801, -100_000_000_000, 253_402_300_800, 13_569_465_600.5])
    func instants(secondsSince1970: Double) async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            let instant = Date(timeIntervalSince1970: secondsSince1970)
            try await pool.withConnection { connection in
                try await connection.copy(into: "Rows", columns: ["n", "at"], rows: [[1.postgresValue, instant.postgresValue]])
                let same: Bool = try await connection.query("SELECT at = \(instant) AS same FROM \"Rows\"")[0]["same"]
                #expect(same)
            }
        }
    }

    @Test func aRefusedRowUndoesTheWhole() async throws {
        try await TestKit.withPool(migrations: Self.schema, size: 1) { pool in
            try await pool.withConnection { connection in
                let rows: [[PostgresValue?]] = [[1.postgresValue, "a".postgresValue], [1.postgresValue, "b".postgresValue]]
                do {
                    try await connection.copy(into: "Rows", columns: ["n", "word"], rows: rows)
                    Issue.record("the key did not hold")
                } catch let error as PostgresError {
                    #expect(error.isUniqueViolation)
                }
                do {
                    try await connection.copy(into: "nowhere", columns: ["n"], rows: [[1.postgresValue]])
                    Issue.record("there is no such table")
                } catch let error as PostgresError {
                    #expect(error.sqlState == "42P01")
                }
                await #expect(throws: PostgresEncodingError.self) { try await connection.copy(into: "Rows", columns: ["n"], rows: [[1.postgresValue, nil]]) }
                #expect(try await connection.copy(into: "Rows", columns: ["n"], rows: []) == 0)
                #expect(try await connection.query("SELECT 1 FROM \"Rows\"").isEmpty)
            }
        }
    }

    @Test func withinATransaction() async throws {
        try await TestKit.withPool(migrations: Self.schema) { pool in
            struct Undo: Error {}
            await #expect(throws: Undo.self) {
                try await pool.transaction { tx in
                    #expect(try await tx.copy(into: "Rows", columns: ["n"], rows: [[1.postgresValue]]) == 1)
                    throw Undo()
                }
            }
            expect(try await pool.value("SELECT count(*) FROM \"Rows\""), is: 0)
        }
    }
}
