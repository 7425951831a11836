import ArgumentParser
import CareModels
import Foundation

/// `careline restore DIRECTORY`
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill empty databases from a backup.",
        discussion: """
            Checks every file against the manifest, the master keys, and the databases before it touches anything; then restores each, counts its rows, \
            brings the schema up to this release, and has Messaging and the directory of emergency rooms number anew what clients follow. The \
            services must be stopped. The databases are found as `careline migrate` finds them; for a platform that does not run its PostgreSQL is \
            started, and made where there is none: --state NEW restores beside what is there.

            Read "Backup and restore" in docs/operators.md before: what was committed after the backup is not in it, but known to others.
            """)

    @OptionGroup var place: PlaceOptions
    @Argument(help: "A directory that `careline backup` has made.") var directory: String
    @Flag(help: "Delete what the databases hold, for good, and restore into them.") var intoExisting = false
    @Flag(help: "Restore although the master keys that the backup needs are not in the key files: what they have sealed stays unreadable.") var withoutKeys = false
    @Flag(help: "Check everything, and change nothing.") var dryRun = false

    func run() async throws {
        let (layout, inherited) = (try place.layout(), ProcessInfo.processInfo.environment)
        let source = URL(fileURLWithPath: directory).path
        let manifest = try BackupManifest.read(from: source)
        try await Terminal.step("files") {
            let faults = manifest.faults(in: source)
            guard faults.isEmpty else { throw Failure("the backup is damaged; nothing was touched.\n" + faults.map { "  " + $0 }.joined(separator: "\n")) }
            return "of \(manifest.takenAt), by Careline \(manifest.careline); as they were written"
        }
        try await Terminal.step("master keys") { try checkKeys(manifest, layout, inherited) }
        if dryRun, !Databases.areNamed(inherited), !FileManager.default.fileExists(atPath: layout.postgres + "/data/PG_VERSION") {
            print("\nwould make a PostgreSQL in \(layout.state) and restore into it")
            return
        }
        try await Databases.with(layout, inherited) { try await restore(manifest, from: source, $0) }
    }

    private func restore(_ manifest: BackupManifest, from source: String, _ settings: ServiceEnvironment) async throws {
        let restores = try PlatformService.all.map { service in
            guard let dump = manifest.databases.first(where: { $0.service == service.name }), let url = settings.databases[service.name] else {
                throw Failure("the backup has nothing of \(service.name)")
            }
            return DatabaseRestore(service: service, url: url, manifest: dump, directory: source)
        }
        try await Terminal.step("databases") {
            var obstacles: [String] = []
            for restore in restores { if let obstacle = try await restore.obstacle(overwrite: intoExisting) { obstacles.append(obstacle) } }
            guard obstacles.isEmpty else { throw Failure("nothing was touched.\n" + obstacles.map { "  " + $0 }.joined(separator: "\n")) }
            return intoExisting ? "nobody is connected; what they hold will be deleted" : "empty, and nobody is connected"
        }
        if dryRun {
            print("\nwould restore \(restores.map(\.service.database).joined(separator: ", "))")
            return
        }
        for restore in restores {
            let log = settings.layout.log("pg_restore-\(restore.service.name)")
            try await Terminal.step(restore.service.database) { "\(try await restore.run(overwrite: intoExisting, log: log)) rows, as many as were dumped" }
        }
        try await Terminal.step("migrations") {
            do { try await Migrations.run(settings) } catch let failure as ErrandFailure { throw Failure("\(failure)") }
            return "this release's"
        }
        try await Terminal.step("numbers") {
            for service in Restored.services { try await Restored.tell(service, settings) }
            return Restored.services.map(\.name).joined(separator: ", ") + " begin anew; clients load again what they have"
        }
        print(
            """

            Restored as of \(manifest.takenAt). Now, as docs/operators.md says in "Backup and restore":
            before the services start, move their consumer groups to the end of every topic, unless the cluster is new;
            when they run:
            \(replays(manifest).joined(separator: "\n"))
            """)
    }

    /// What the listeners had not yet taken in when the backup was made. They remember what they had.
    private func replays(_ manifest: BackupManifest) -> [String] {
        let since = RFC3339.parse(manifest.takenAt).map { RFC3339.format($0.addingTimeInterval(-3600)) } ?? manifest.takenAt
        return PlatformService.all.map { "  careline replay \($0.name) --since \(since)" }
    }

    /// Every key that a service's copy needs is where that service will read its own.
    private func checkKeys(_ manifest: BackupManifest, _ layout: Layout, _ inherited: [String: String]) throws -> String {
        let needed = manifest.masterKeys
        if needed.isEmpty { return "it needs none" }
        if withoutKeys { return "not looked at; it needs \(needed.joined(separator: ", "))" }
        let faults = try manifest.databases.compactMap { database -> String? in
            guard let service = PlatformService.all.first(where: { $0.name == database.service }), !database.masterKeys.isEmpty else { return nil }
            let source = MasterKeySource(of: service, layout, inherited)
            let held = try source.keys(of: service, layout)
            let missing = database.masterKeys.filter { held?.key($0) == nil }
            return missing.isEmpty ? nil : "\(service.name) is sealed by \(missing.joined(separator: ", ")), and \(source.name(of: service, layout)) does not hold it"
        }
        guard faults.isEmpty else {
            throw Failure(
                """
                nothing was touched.
                \(faults.map { "  " + $0 }.joined(separator: "\n"))
                Put the key files that were kept apart from the backup there (CARE_AUTH_MASTER_KEY_FILE and so on name other places), or restore --without-keys.
                """)
        }
        return "\(needed.joined(separator: ", ")): at hand"
    }
}
