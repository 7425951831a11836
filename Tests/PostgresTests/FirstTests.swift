import Foundation
import Postgres
import TestKit
import Testing

@Suite struct FirstTests {
    @Test func queriesAndTransactions() async throws {
        try await TestKit.withPool(migrations: [("v001", "CREATE TABLE things (id uuid PRIMARY KEY, name text NOT NULL, n int, at timestamptz DEFAULT now())")]) { pool in
            let id = UUID()
            try await pool.transaction { tx in
                try await tx.execute("INSERT INTO things (id, name, n) VALUES (\(id), \("a"), \(3))")
            }
            let row = try #require(try await pool.withConnection { try await $0.first("SELECT * FROM things WHERE id = \(id)") })
            #expect(try row["id"] == id)
            #expect(try row["name"] == "a")
            #expect(try row["n"] == 3)
            let at: Date = try row["at"]
            #expect(abs(at.timeIntervalSinceNow) < 60)
        }
    }
}
