import Foundation
import Postgres

/// pg_dump and pg_restore for a server: those of its version, else of the next newer one that is installed, since an older pg_dump
/// refuses a newer server.
struct PostgresPrograms: Sendable {
    let directory: String

    /// `server` as in `server_version_num`: 170005.
    init(server: Int) throws {
        let root = "/usr/lib/postgresql"
        let installed = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }.sorted()
        let usable = installed.filter { $0 >= server / 10_000 }.map { "\(root)/\($0)/bin" }
        guard let found = usable.first(where: { FileManager.default.isExecutableFile(atPath: $0 + "/pg_dump") }) else {
            throw Failure("pg_dump \(server / 10_000) or newer is not installed.\nMend: apt-get install postgresql-client-\(server / 10_000)")
        }
        directory = found
    }

    /// Runs one of them on the database. The password is in its environment, never among its arguments.
    func run(_ name: String, _ arguments: [String], on database: PostgresConfiguration, log: String) async throws {
        // Nothing of the operator's own PGHOST, PGPORT … leads elsewhere.
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") && !$0.key.hasPrefix("CARE_") }
        environment.merge(database.programEnvironment) { _, new in new }
        environment["LC_ALL"] = "C.UTF-8"
        let launch = Launch(
            executable: "\(directory)/\(name)", arguments: ["--no-password"] + arguments, environment: environment, directory: "/", log: log,
            signalWhenOrphaned: "TERM")
        do { try await Errand.run(launch, within: .seconds(86_400)) } catch let failure as ErrandFailure { throw Failure("\(failure)") }
    }
}
