import Foundation
import TestKit
import Testing

@testable import Postgres

/// A server that lets nobody in by TCP but with TLS and a password.
@Suite(.timeLimit(.minutes(5))) struct TLSTests {
    private struct Place {
        let server: LocalServer
        let port: Int

        func url(_ change: (String) -> String = { $0 }) -> String {
            change("postgres://careline:hunter2@localhost:\(port)/postgres?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=\(server.directory)/data/server.crt")
        }
    }

    private static func withTLS(_ body: (Place) async throws -> Void) async throws {
        try await TestKit.withServer { server in
            let administration = PostgresPool(try PostgresConfiguration(url: server.url(database: "postgres")))
            try await administration.withConnection { connection in
                try await connection.script("CREATE ROLE careline LOGIN PASSWORD 'hunter2'")
                try await connection.execute("ALTER SYSTEM SET ssl = on")
            }
            await administration.close()
            try await server.makeCertificate()
            let access = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"
            try access.write(toFile: server.directory + "/data/pg_hba.conf", atomically: false, encoding: .utf8)
            let port = try freePort()
            try await server.stop()
            try await server.start(port: port)
            try await body(Place(server: server, port: port))
        }
    }

    @Test func whatIsSentIsEncrypted() async throws {
        try await Self.withTLS { place in
            try await TestKit.withPool(url: place.url()) { pool in
                expect(try await pool.value("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"), is: true)
            }
        }
    }

    /// OpenSSL reads whole records, libpq takes what it has room for: none of a result's bytes may be waited for that are there already.
    @Test func resultsOfEverySizeArrive() async throws {
        try await Self.withTLS { place in
            try await TestKit.withPool(url: place.url(), size: 1) { pool in
                for size in stride(from: 1000, through: 400_000, by: 1009) {
                    let text: String = try await pool.value("SELECT repeat('x', \(size)::int)")
                    #expect(text.utf8.count == size)
                }
                let large = String(repeating: "x", count: 3_000_000)
                expect(try await pool.value("SELECT \(large)"), is: large)
            }
        }
    }

    @Test func aStatementIsCancelled() async throws {
        try await Self.withTLS { place in
            try await TestKit.withPool(url: place.url(), size: 2) { pool in
                let slow = Task { try await pool.withConnection { _ = try await $0.query("SELECT 'slow' FROM pg_sleep(600)") } }
                try await eventually("runs") { try await pool.sessions(running: "SELECT 'slow'") == 1 }
                slow.cancel()
                await #expect(throws: CancellationError.self) { try await slow.value }
                expect(try await pool.sessions(running: "SELECT 'slow'"), is: 0)
                #expect(pool.statistics.reconnects == 0)
            }
        }
    }

    @Test func aRefusalSaysWhatToMendAndNoPassword() async throws {
        try await Self.withTLS { place in
            let refused: [(String, PostgresConnectFailure)] = [
                (place.url { $0.replacing("hunter2", with: "hunter3") }, .password),
                (place.url { $0.replacing("localhost", with: "127.0.0.1").replacing("hostaddr=127.0.0.1&", with: "") }, .hostName),
                (place.url { $0.replacing("server.crt", with: "absent.crt") }, .authorityFile),
                (place.url { $0.replacing(place.server.directory + "/data/server.crt", with: "/etc/ssl/certs/ca-certificates.crt") }, .authority),
                (place.url { $0.replacing("verify-full", with: "disable") }, .access),
                (place.url { $0.replacing("/postgres?", with: "/absent?") }, .database),
                (place.url { $0.replacing("localhost:\(place.port)", with: "localhost:1") }, .nobody)
            ]
            for (url, failure) in refused {
                let pool = PostgresPool(try PostgresConfiguration(url: url), leaseDeadline: .seconds(1))
                await #expect(throws: PostgresPoolError.unavailable) { try await pool.withConnection { _ in } }
                try await eventually("the reason is known") { pool.connectFailure != nil }
                #expect(pool.connectFailure == failure)
                await pool.close()
            }
        }
    }

    /// The password `hun@ter2` was not encoded, so that its end is taken for the host.
    @Test func aReasonQuotesNothing() {
        let failure = PostgresConnectFailure(message: "could not translate host name \"ter2@db\" to address: Name or service not known\n")
        #expect(failure == .name)
        #expect(!"\(failure)".contains("ter2"))
    }
}
