import Foundation
import Postgres

/// The server that the tests of this checkout share, from any number of processes.
actor TestServer {
    static let shared = TestServer()

    private var starting: Task<(LocalServer, PostgresPool), any Error>?
    private var templates: [String: Task<Void, any Error>] = [:]

    func server() async throws -> LocalServer { try await started().0 }

    private func started() async throws -> (LocalServer, PostgresPool) {
        if let starting { return try await starting.value }
        let task = Task {
            let server = try await FileLock.with(Checkout.servers + "/test-postgres.lock") {
                try await LocalServer.start(Checkout.servers + "/test-postgres")
            }
            let configuration = try PostgresConfiguration(url: server.url(database: "postgres"))
            // Few: every database that is being cloned or dropped writes files.
            return (server, PostgresPool(configuration, size: 4, leaseDeadline: .seconds(120)))
        }
        starting = task
        return try await task.value
    }

    /// The name of a database with these migrations, made by whoever needs it first.
    func template(_ migrations: [TestKit.Migration]) async throws -> String {
        guard !migrations.isEmpty else { return "template0" }
        let name = "template_" + TestServer.digest(migrations)
        let task = templates[name] ?? Task { try await self.makeTemplate(name, migrations) }
        templates[name] = task
        try await task.value
        return name
    }

    private func makeTemplate(_ name: String, _ migrations: [TestKit.Migration]) async throws {
        let (server, pool) = try await started()
        try await FileLock.with(Checkout.servers + "/test-postgres.lock") {
            let exists = try await pool.withConnection { try await $0.first("SELECT 1 FROM pg_database WHERE datname = \(name)") != nil }
            if exists { return }
            // Under another name until it is whole, so that a process that dies leaves no half of a template.
            let draft = "draft_\(UUID().uuidString.prefix(8).lowercased())"
            try await pool.withConnection { _ = try await $0.execute("CREATE DATABASE \(unescaped: draft) TEMPLATE template0 STRATEGY FILE_COPY") }
            let migrating = PostgresPool(try PostgresConfiguration(url: server.url(database: draft)), size: 1)
            do {
                for migration in migrations {
                    try await TestServer.apply(migration, migrating)
                }
                await migrating.close()
            } catch {
                await migrating.close()
                try await drop(draft)
                throw error
            }
            try await pool.withConnection {
                _ = try await $0.execute("ALTER DATABASE \(unescaped: draft) RENAME TO \(unescaped: name)")
            }
        }
    }

    private static func apply(_ migration: TestKit.Migration, _ pool: PostgresPool) async throws {
        do {
            try await pool.withConnection { try await $0.script(migration.sql) }
        } catch let error as PostgresError {
            // It holds no data, so the server's words may be shown.
            throw TestKitError("migration \(migration.name): \(error): \(error.serverMessage)")
        }
    }

    func create(_ name: String, from template: String) async throws {
        let (_, pool) = try await started()
        try await pool.withConnection {
            // FILE_COPY: our templates are small, and WAL_LOG would write each of their pages twice.
            _ = try await $0.execute("CREATE DATABASE \(unescaped: name) TEMPLATE \(unescaped: template) STRATEGY FILE_COPY")
        }
    }

    func drop(_ name: String) async throws {
        let (_, pool) = try await started()
        try await pool.withConnection { _ = try await $0.execute("DROP DATABASE IF EXISTS \(unescaped: name) WITH (FORCE)") }
    }

    /// FNV-1a, twice with different seeds: names of one checkout's templates, nothing that anyone could want to forge.
    private static func digest(_ migrations: [TestKit.Migration]) -> String {
        var hashes: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x9ae1_6a3b_2f90_404f]
        for migration in migrations {
            for byte in (migration.name + "\u{1}" + migration.sql + "\u{2}").utf8 {
                for index in hashes.indices { hashes[index] = (hashes[index] ^ UInt64(byte)) &* 0x100_0000_01b3 }
            }
        }
        return hashes.map { String($0, radix: 16) }.joined(separator: "_")
    }
}

/// One process at a time.
enum FileLock {
    static func with<R: Sendable>(_ path: String, _ body: @Sendable () async throws -> R) async throws -> R {
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw TestKitError("cannot open \(path)") }
        defer { close(file) }  // which unlocks it
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw TestKitError("cannot lock \(path)") }
            try await Task.sleep(for: .milliseconds(20))
        }
        return try await body()
    }
}
