import TestKit
import Testing

@testable import Postgres

@Suite struct StatementCacheTests {
    private static let (a, b, c) = (Array("a".utf8), Array("b".utf8), Array("c".utf8))

    @Test func theSameTextAndTypesHaveTheSameName() {
        var cache = StatementCache(limit: 8)
        let one: [PostgresValue?] = [1.postgresValue]
        #expect(cache.find(Self.a, one) == nil)
        let added = cache.add(Self.a, one).added.name
        #expect(cache.find(Self.a, one) == added)
        #expect(cache.find(Self.a, [2.postgresValue]) == added)
        #expect(cache.find(Self.a, ["x".postgresValue]) == nil)
        #expect(cache.find(Self.a, [nil]) == nil)
        #expect(cache.find(Self.a, []) == nil)
        let other = cache.add(Self.a, [nil]).added.name
        #expect(other != added)
        cache.forget(Self.a, name: added)
        #expect(cache.find(Self.a, one) == nil)
        #expect(cache.find(Self.a, [nil]) == other)
        cache.forgetAll()
        #expect(cache.find(Self.a, [nil]) == nil)
        #expect(![added, other].contains(cache.add(Self.a, [nil]).added.name))
    }

    @Test func theLeastRecentlyUsedGoes() {
        var cache = StatementCache(limit: 2)
        let first = cache.add(Self.a, [])
        _ = cache.add(Self.b, [])
        #expect(first.evicted == nil)
        _ = cache.find(Self.a, [])
        let third = cache.add(Self.c, [])
        #expect(third.evicted == "s2")
        #expect(cache.find(Self.b, []) == nil)
        #expect(cache.find(Self.a, []) == "s1")
        #expect(cache.count == 2)
    }

    private func prepared(_ connection: PostgresConnection) async throws -> Int {
        // Simple protocol would prepare nothing, but gives no rows: count this one off.
        try await connection.query("SELECT count(*) AS n FROM pg_prepared_statements")[0]["n"]
    }

    @Test func theServerHoldsNoMoreThanTheBound() async throws {
        try await TestKit.withDatabase { url in
            let pool = PostgresPool(try PostgresConfiguration(url: url + "&statement_cache_size=4"), size: 1)
            try await pool.withConnection { connection in
                for round in 0..<3 {
                    for number in 0..<20 {
                        let value: Int = try await connection.query("SELECT \(number) + \(unescaped: "\(number)") AS n")[0]["n"]
                        #expect(value == 2 * number)
                    }
                    // One may be on its way out.
                    #expect(try await prepared(connection) <= 5, "round \(round)")
                }
                // A batch larger than the cache.
                let batch = (0..<20).map { "SELECT \(unescaped: "\($0)")" as SQL }
                #expect(try await connection.batch(batch + batch).count == 40)
                _ = try await connection.query("SELECT 1")
                #expect(try await prepared(connection) <= 5)
            }
            // BEGIN with an isolation level right after an eviction.
            try await pool.transaction(.serializable) { tx in
                for number in 100..<110 { _ = try await tx.query("SELECT \(unescaped: "\(number)")") }
            }
            try await pool.transaction(.serializable) { tx in _ = try await tx.query("SELECT 1000") }
            await pool.close()
        }
    }

    @Test func survivesASchemaChange() async throws {
        try await TestKit.withPool(migrations: [("v001", "CREATE TABLE things (id int); INSERT INTO things VALUES (1)")], size: 2) { pool in
            try await pool.withConnection { connection in
                #expect(try await connection.query("SELECT * FROM things").count == 1)
                #expect(try await connection.query("SELECT id, * FROM things").count == 1)
                try await pool.withConnection { _ = try await $0.execute("ALTER TABLE things ADD COLUMN name text DEFAULT 'n'") }
                let row = try await connection.query("SELECT * FROM things")[0]
                #expect(try row["name"] == "n")
                #expect(try await connection.query("SELECT id, * FROM things").count == 1)
            }
        }
    }

    @Test func aTransactionRunsAgainAfterASchemaChange() async throws {
        try await TestKit.withPool(migrations: [("v001", "CREATE TABLE things (id int); INSERT INTO things VALUES (1)")], size: 1) { pool in
            #expect(try await pool.value("SELECT id, * FROM things") == 1)
            try await pool.withConnection { try await $0.script("ALTER TABLE things ADD COLUMN name text DEFAULT 'n'") }
            let name = try await pool.transaction { tx in
                try await tx.execute("UPDATE things SET id = id + 1")
                return try await tx.query("SELECT id, * FROM things")[0]["name"] as String
            }
            #expect(name == "n")
            #expect(try await pool.value("SELECT id FROM things") == 2)
            #expect(pool.statistics.retries == 1)
        }
    }

    @Test func survivesDeallocateAll() async throws {
        try await TestKit.withPool(size: 1) { pool in
            #expect(try await pool.value("SELECT 1") == 1)
            try await pool.withConnection { try await $0.script("DEALLOCATE ALL") }
            #expect(try await pool.value("SELECT 1") == 1)
        }
    }

    @Test func theSameTextWithAnotherType() async throws {
        try await TestKit.withPool(size: 1) { pool in
            try await pool.withConnection { connection in
                func typeOf(_ value: some PostgresEncodable) async throws -> String {
                    try await connection.query("SELECT pg_typeof(\(value))::text AS t")[0]["t"]
                }
                for _ in 1...2 {
                    expect(try await typeOf(1), is: "bigint")
                    expect(try await typeOf(Int32(1)), is: "integer")
                    expect(try await typeOf(true), is: "boolean")
                }
            }
        }
    }
}
