import Foundation
import Postgres

/// A real database for every test.
package enum TestKit {
    package typealias Migration = (name: String, sql: String)

    /// Runs `body` with the URL of a database of its own, empty but for the migrations (applied in order), and drops it afterwards.
    ///
    /// All tests of a checkout share one server under `.careline/test-postgres`, which goes on running. Each distinct list of
    /// migrations is applied once, to a template that is then cloned.
    package static func withDatabase<R>(migrations: [Migration] = [], _ body: (_ url: String) async throws -> R) async throws -> R {
        await DatabaseSlots.shared.take()
        defer { DatabaseSlots.shared.giveBack() }
        let server = try await TestServer.shared.server()
        let template = try await TestServer.shared.template(migrations)
        let name = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try await TestServer.shared.create(name, from: template)
        let outcome: Result<R, any Error>
        do {
            outcome = .success(try await body(server.url(database: name)))
        } catch {
            outcome = .failure(error)
        }
        try await TestServer.shared.drop(name)
        return try outcome.get()
    }

    /// The same, with a pool that is closed afterwards.
    package static func withPool<R>(
        migrations: [Migration] = [], size: Int = 8, leaseDeadline: Duration = .seconds(10), _ body: (PostgresPool) async throws -> R
    ) async throws -> R {
        try await withDatabase(migrations: migrations) { url in try await withPool(url: url, size: size, leaseDeadline: leaseDeadline, body) }
    }

    /// The same on a database that is there.
    package static func withPool<R>(
        url: String, size: Int = 8, leaseDeadline: Duration = .seconds(10), _ body: (PostgresPool) async throws -> R
    ) async throws -> R {
        try await closing(PostgresPool(try PostgresConfiguration(url: url), size: size, leaseDeadline: leaseDeadline), body)
    }

    /// Runs `body` with a server of its own, which it may stop, kill and start; its cluster is removed afterwards.
    package static func withServer<R>(_ body: (LocalServer) async throws -> R) async throws -> R {
        try await withServer({ try await LocalServer.start($0) }, body)
    }

    /// The same with a standby of `primary` that streams from it.
    package static func withStandby<R>(of primary: LocalServer, _ body: (LocalServer) async throws -> R) async throws -> R {
        try await withServer({ try await primary.standby($0) }, body)
    }

    private static func withServer<R>(_ start: (_ directory: String) async throws -> LocalServer, _ body: (LocalServer) async throws -> R) async throws -> R {
        let directory = Checkout.servers + "/server-\(UUID().uuidString.prefix(8).lowercased())"
        let server = try await start(directory)
        let outcome: Result<R, any Error>
        do {
            outcome = .success(try await body(server))
        } catch {
            outcome = .failure(error)
        }
        try await server.stop()
        try FileManager.default.removeItem(atPath: directory)
        return try outcome.get()
    }

    /// The same, with a pool on its database `postgres`.
    package static func withServerPool<R>(
        size: Int = 8, leaseDeadline: Duration = .seconds(10), _ body: (LocalServer, PostgresPool) async throws -> R
    ) async throws -> R {
        try await withServer { server in
            let pool = PostgresPool(
                try PostgresConfiguration(url: server.url(database: "postgres")), size: size, leaseDeadline: leaseDeadline)
            return try await closing(pool) { try await body(server, $0) }
        }
    }

    /// Runs `body` with a pool, and closes it afterwards.
    package static func closing<R>(_ pool: PostgresPool, _ body: (PostgresPool) async throws -> R) async throws -> R {
        do {
            let value = try await body(pool)
            await pool.close()
            return value
        } catch {
            await pool.close()
            throw error
        }
    }
}
