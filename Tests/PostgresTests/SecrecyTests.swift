import Foundation
import TestKit
import Testing

@testable import Postgres

/// What is printed of an error holds no value.
@Suite struct SecrecyTests {
    @Test func errorsShowNoValues() async throws {
        let schema = "CREATE TABLE people (name text CONSTRAINT one_each UNIQUE, age int CHECK (age > 0)); INSERT INTO people VALUES ('Zebediah', 5)"
        try await TestKit.withPool(migrations: [("v001", schema)]) { pool in
            let statements: [SQL] = [
                "INSERT INTO people VALUES (\("Zebediah"), 6)", "INSERT INTO people VALUES (\("Zebediah2"), -6)",
                "SELECT \("Zebediah")::int", "SELECT * FROM people WHERE name = 'Zebediah",
                "DO $$ BEGIN RAISE EXCEPTION 'Zebediah' USING DETAIL = 'Zebediah', HINT = 'Zebediah'; END $$"
            ]
            for statement in statements {
                do {
                    try await pool.withConnection { _ = try await $0.query(statement) }
                    Issue.record("accepted")
                } catch {
                    var dumped = ""
                    dump(error, to: &dumped)
                    struct Wrapped: Error { let inner: any Error }
                    let wrapped = Wrapped(inner: error)
                    for text in ["\(error)", String(reflecting: error), dumped, "\(wrapped)", String(reflecting: wrapped), error.localizedDescription] {
                        #expect(!text.contains("Zebediah"))
                    }
                }
            }
            do {
                try await pool.withConnection { _ = try await $0.query(statements[0]) }
            } catch let error as PostgresError {
                #expect("\(error)" == "PostgreSQL ERROR 23505, schema public, table people, constraint one_each")
                #expect(error.serverMessage.contains("one_each"))
            }
            await #expect(throws: PostgresDecodingError.self) {
                do {
                    let _: Int = try await pool.value("SELECT \("Zebediah") AS who")
                } catch {
                    #expect(!"\(error)".contains("Zebediah"))
                    throw error
                }
            }
        }
    }

    @Test(arguments: [
        "postgres://user:hunter2@[host/db", "mysql://user:hunter2@host/db", "postgres://user:hunter2@host/db?nonsense=hunter2",
        "postgres://user:hunter2%zz@host/db", "postgres://user:hunter2@host/db?statement_timeout=hunter2", "postgres://user:hunter2@h/d?statement_cache_size=0"
    ])
    func configurationErrorsShowNoPassword(url: String) {
        do {
            _ = try PostgresConfiguration(url: url)
            Issue.record("accepted")
        } catch {
            #expect(!"\(error)".contains("hunter2"))
        }
    }

    @Test func aConfigurationShowsNoPassword() throws {
        let configuration = try PostgresConfiguration(url: "postgres://careline:hunter2@db.example:5433/care_auth?sslmode=verify-full")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] { #expect(!text.contains("hunter2")) }
        #expect("\(configuration)" == "host=db.example port=5433 dbname=care_auth user=careline sslmode=verify-full")
        #expect(configuration.database == "care_auth")
        #expect(configuration.applicationName == "careline")
    }
}
