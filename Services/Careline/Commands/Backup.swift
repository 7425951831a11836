import ArgumentParser
import CareModels
import Foundation
import Postgres

/// `careline backup DIRECTORY`
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy all databases into a new directory.",
        discussion: """
            One pg_dump of each database (custom format), all begun at the same moment, with the roles and a manifest: schema, rows, sizes, SHA-256, and \
            the ids of the master keys that are needed to read it. The services go on meanwhile. The databases are found as `careline migrate` finds \
            them; those of a platform that does not run are started for it.

            The master keys are NOT in it, nor any password: who has the copy alone can read nothing of anybody's health. Keep the key files elsewhere.
            """)

    @OptionGroup var place: PlaceOptions
    @Argument(help: "Where it goes: a directory that is not there yet.") var directory: String
    @Flag(help: "Say what would be copied, and write nothing.") var dryRun = false

    func run() async throws {
        // Password hashes and what people are called are in it.
        _ = umask(0o077)
        let target = URL(fileURLWithPath: directory).path
        guard !FileManager.default.fileExists(atPath: target) else { throw Failure("\(target) is there already; a backup is a directory of its own") }
        let began = Date()
        let manifest: BackupManifest? = try await Databases.with(try place.layout(), ProcessInfo.processInfo.environment) { settings in
            if dryRun {
                try await Self.describe(settings.databases)
                return nil
            }
            return try await Self.write(settings.databases, to: target, takenAt: began)
        }
        guard let manifest else { return }
        let bytes = manifest.databases.reduce(0) { $0 + $1.dump.bytes }
        print(
            """

            \(target): \(Self.size(bytes)) of \(manifest.takenAt).
            The master keys are not in it. To read it one needs \(Self.keys(manifest)): keep the key files apart from it.
            """)
    }

    /// Whose, and which.
    private static func keys(_ manifest: BackupManifest) -> String {
        let sealed = manifest.databases.filter { !$0.masterKeys.isEmpty }
        return sealed.isEmpty ? "none" : sealed.map { "\($0.masterKeys.joined(separator: ", ")) (\($0.service))" }.joined(separator: ", ")
    }

    /// Under another name until it is whole.
    private static func write(_ databases: [String: String], to target: String, takenAt: Date) async throws -> BackupManifest {
        let partial = target + ".partial"
        try? FileManager.default.removeItem(atPath: partial)
        try FileManager.default.createDirectory(atPath: partial, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let dumps = try await withThrowingTaskGroup(of: BackupManifest.Database.self) { group in
            for service in PlatformService.all {
                let url = try Databases.url(of: service, in: databases)
                group.addTask { try await DatabaseDump(service: service, url: url, directory: partial).write() }
            }
            var dumps: [BackupManifest.Database] = []
            for try await dump in group {
                let rows = dump.rows.values.reduce(0, +)
                Terminal.say("✓ \(dump.database.padding(toLength: 16, withPad: " ", startingAt: 0)) \(size(dump.dump.bytes)), \(rows) rows in \(dump.rows.count) tables")
                dumps.append(dump)
            }
            return dumps.sorted { $0.database < $1.database }
        }
        let manifest = BackupManifest(
            careline: Release.version, takenAt: RFC3339.format(takenAt), databases: dumps, roles: try writeRoles(dumps, partial))
        try manifest.write(to: partial)
        guard rename(partial, target) == 0 else { throw Failure("\(partial) cannot be renamed to \(target): \(String(cString: strerror(errno)))") }
        return manifest
    }

    /// What makes an empty server ready for `careline restore`; the passwords are the operator's.
    private static func writeRoles(_ dumps: [BackupManifest.Database], _ directory: String) throws -> BackupManifest.File {
        func quoted(_ name: String) -> String { "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
        var text = "-- The roles and databases, without passwords: \\password NAME sets one.\n"
        for dump in dumps {
            let (role, database) = (quoted(dump.role), quoted(dump.database))
            text += "CREATE ROLE \(role) LOGIN;\nCREATE DATABASE \(database) OWNER \(role);\nREVOKE CONNECT ON DATABASE \(database) FROM PUBLIC;\n"
        }
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/roles.sql"))
        guard let file = BackupManifest.File("roles.sql", in: directory) else { throw Failure("\(directory)/roles.sql cannot be read") }
        return file
    }

    private static func describe(_ databases: [String: String]) async throws {
        for service in PlatformService.all {
            let url = try Databases.url(of: service, in: databases)
            let line = try await Databases.withPool(of: service, at: url) { pool in
                try await pool.withConnection { connection in
                    let bytes: Int? = try await connection.first("SELECT pg_database_size(current_database()) AS bytes")?["bytes"]
                    let server = try await connection.serverVersion()
                    let programs = try PostgresPrograms(server: server)
                    return "\(size(bytes ?? 0)) on disk, PostgreSQL \(server / 10_000), by \(programs.directory)/pg_dump"
                }
            }
            Terminal.say("would copy \(service.database): \(line)")
        }
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 10_000_000 ? "\((bytes + 999) / 1000) kB" : "\(bytes / 1_000_000) MB"
    }
}
