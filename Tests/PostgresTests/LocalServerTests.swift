import Foundation
import TestKit
import Testing

@testable import Postgres

/// `deploy/local/postgres`.
@Suite struct LocalServerTests {
    @Test func startAndStopMayBeRepeated() async throws {
        try await TestKit.withServerPool { server, pool in
            try await server.start()
            #expect(try await pool.value("SELECT 1") == 1)
            try await server.stop()
            try await server.stop()
            try await server.start()
            #expect(try await pool.value("SELECT 1") == 1)
        }
    }

    @Test func aStaleFileOfAKilledServerIsNoHindrance() async throws {
        try await TestKit.withServerPool { server, pool in
            try await pool.withConnection { try await $0.script("CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)") }
            try await server.kill()
            try await server.start()
            try await eventually("back") { (try? await pool.value("SELECT n FROM kept") as Int) == 1 }
        }
    }

    /// TCP asks for a password, and TLS checks the server's name.
    @Test func tcpWithPasswordAndTLS() async throws {
        try await TestKit.withServer { server in
            let administration = PostgresPool(try PostgresConfiguration(url: server.url(database: "postgres")))
            try await administration.withConnection { connection in
                try await connection.script("CREATE ROLE careline LOGIN PASSWORD 'hunter2'")
                try await connection.execute("ALTER SYSTEM SET ssl = on")
            }
            await administration.close()
            try await server.makeCertificate()
            let port = try freePort()
            try await server.stop()
            try await server.start(port: port)

            let address = "@localhost:\(port)/postgres?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=\(server.directory)/data/server.crt"
            let pool = PostgresPool(try PostgresConfiguration(url: "postgres://careline:hunter2" + address))
            #expect(try await pool.value("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == true)
            let large = String(repeating: "x", count: 3_000_000)  // many TLS records both ways
            #expect(try await pool.value("SELECT \(large)") == large)
            await pool.close()

            let refused = [
                "postgres://careline:wrong" + address,
                "postgres://careline:hunter2@127.0.0.1:\(port)/postgres?sslmode=verify-full&sslrootcert=\(server.directory)/data/server.crt",
            ]
            for url in refused {
                let pool = PostgresPool(try PostgresConfiguration(url: url), leaseDeadline: .seconds(1))
                await #expect(throws: PostgresPoolError.unavailable) { try await pool.withConnection { _ in } }
                try await eventually("the reason is known") { pool.connectFailure != nil }
                #expect(pool.connectFailure?.contains("hunter2") == false)
                await pool.close()
            }
        }
    }
}
