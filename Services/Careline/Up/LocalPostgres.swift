import Foundation

/// A private PostgreSQL cluster in the state directory, made by deploy/dev/local/postgres: no TCP port, a socket in a directory that
/// only its owner enters, a password for each service's role. The system's own server is not touched.
struct LocalPostgres {
    let layout: Layout
    let secrets: Secrets
    let inherited: [String: String]
    /// Whether the cluster was made just now.
    let isNew: Bool
    /// Where the server's socket is.
    let socketDirectory: String

    private var data: String { layout.postgres + "/data" }

    private var encodedHost: String {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        return socketDirectory.addingPercentEncoding(withAllowedCharacters: allowed) ?? socketDirectory
    }

    /// For the administrator: who may enter the socket's directory needs no password.
    var administrator: String { "postgres:///postgres?host=\(encodedHost)&user=postgres" }

    /// By the service's name, each as its own role.
    func urls() throws -> [String: String] {
        var urls: [String: String] = [:]
        for service in PlatformService.all {
            let password = try secrets.password("postgres-\(service.name)")
            urls[service.name] = "postgres://\(service.database):\(password)@/\(service.database)?host=\(encodedHost)"
        }
        return urls
    }

    /// The same in files, written anew: the socket may have moved.
    func urlFiles() throws -> [String: String] {
        var files: [String: String] = [:]
        for (name, url) in try urls() { files[name] = try secrets.store("database-\(name).url", url) }
        return files
    }

    // MARK: Making and running it

    /// Makes the cluster when there is none.
    static func prepare(_ layout: Layout, _ inherited: [String: String]) async throws -> LocalPostgres {
        let isNew = !FileManager.default.fileExists(atPath: layout.postgres + "/data/PG_VERSION")
        let made = try await asked("init", layout, inherited, isNew: isNew)
        try made.writeAccessRules()
        return made
    }

    /// The cluster that a platform runs now.
    static func running(_ layout: Layout, _ inherited: [String: String]) async throws -> LocalPostgres {
        do { return try await asked("status", layout, inherited, isNew: false) } catch is ErrandFailure {
            throw Failure(
                "no platform runs from \(layout.state), so its databases cannot be reached.\nStart it (make up), or name all databases: \(PlatformService.all.map(\.databaseSetting).joined(separator: ", "))."
            )
        }
    }

    private static func asked(_ verb: String, _ layout: Layout, _ inherited: [String: String], isNew: Bool) async throws -> LocalPostgres {
        let launch = Launch(
            executable: layout.checkout + "/deploy/dev/local/postgres", arguments: [verb, layout.postgres], environment: environment(inherited),
            directory: layout.state, log: layout.log("postgres-\(verb)"))
        let output = try await Errand.run(launch, within: .seconds(120))
        guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("socket=") }) else {
            throw CrewFailure(description: "deploy/dev/local/postgres did not say where its socket is; see \(launch.log)")
        }
        return LocalPostgres(
            layout: layout, secrets: Secrets(directory: layout.secrets), inherited: inherited, isNew: isNew,
            socketDirectory: String(line.dropFirst("socket=".count)))
    }

    func member() throws -> Crew.Member {
        let program = try binaries() + "/postgres"
        let words = asOwner([program, "-D", data, "-k", socketDirectory, "-p", "5432", "-c", "listen_addresses="])
        return Crew.Member(
            name: "postgres", stage: .database,
            launch: Launch(
                executable: words[0], arguments: Array(words.dropFirst()), environment: Self.environment(inherited), directory: layout.state,
                log: layout.log("postgres")),
            readiness: .postgres(
                binaries: try binaries(), socketDirectory: socketDirectory, log: layout.log("postgres-ready"), environment: Self.environment(inherited)),
            // "Fast": running transactions are rolled back, everything is written, no client is waited for.
            stopSignal: SIGINT)
    }

    /// Roles and databases that are missing; passwords as the secrets say.
    func createDatabases() async throws {
        var script = ""
        for service in PlatformService.all {
            let name = service.database
            let password = try secrets.password("postgres-\(service.name)")
            script += """
                SELECT 'CREATE ROLE \(name) LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '\(name)') \\gexec
                ALTER ROLE \(name) PASSWORD '\(password)';
                SELECT 'CREATE DATABASE \(name) OWNER \(name)' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '\(name)') \\gexec
                REVOKE CONNECT ON DATABASE \(name) FROM PUBLIC;

                """
        }
        let file = layout.run + "/databases.sql"
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = FileManager.default.createFile(atPath: file, contents: Data(script.utf8), attributes: [.posixPermissions: 0o600])
        let words = ["-X", "-q", "-h", socketDirectory, "-U", "postgres", "-d", "postgres", "-v", "ON_ERROR_STOP=1", "-f", file]
        let launch = Launch(
            executable: try binaries() + "/psql", arguments: words, environment: Self.environment(inherited), directory: layout.state, log: layout.log("psql"))
        try await Errand.run(launch, within: .seconds(60))
    }

    // MARK: The user it runs as

    /// PostgreSQL refuses to run as root; Debian's `postgres` user takes its place then.
    private var ownerIsOther: Bool { geteuid() == 0 }

    private func asOwner(_ words: [String]) -> [String] {
        // The kernel forgets the signal when the user changes, so it is set after that: not by `Launch`.
        guard ownerIsOther else { return ["/usr/bin/setpriv", "--pdeathsig", "INT", "--"] + words }
        var prefix = ["/usr/bin/setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]
        // Where the way to the checkout is closed to others (/root), it may pass nevertheless.
        if !isOpenToOthers(layout.state) { prefix += ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"] }
        return prefix + ["--pdeathsig", "INT", "--"] + words
    }

    private func isOpenToOthers(_ path: String) -> Bool {
        var directory = URL(fileURLWithPath: path)
        while directory.path != "/" {
            let mode = (try? FileManager.default.attributesOfItem(atPath: directory.path))?[.posixPermissions] as? Int ?? 0
            guard mode & 0o001 != 0 else { return false }
            directory.deleteLastPathComponent()
        }
        return true
    }

    /// Who may enter the socket's directory is the administrator; each service comes with its password. The server reads these
    /// at its start.
    private func writeAccessRules() throws {
        let access = "local all postgres peer map=owner\nlocal all all scram-sha-256\n"
        try access.write(toFile: data + "/pg_hba.conf", atomically: false, encoding: .utf8)
        try "owner \(ownerIsOther ? "root" : NSUserName()) postgres\n".write(toFile: data + "/pg_ident.conf", atomically: false, encoding: .utf8)
    }

    // MARK: Its programs

    /// Those of the version that made the cluster.
    private func binaries() throws -> String {
        let version = try String(contentsOfFile: data + "/PG_VERSION", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        return "/usr/lib/postgresql/\(version)/bin"
    }

    private static func environment(_ inherited: [String: String]) -> [String: String] {
        // Nothing of the operator's own PGHOST, PGPORT … leads elsewhere.
        var environment = inherited.filter { !$0.key.hasPrefix("PG") && !$0.key.hasPrefix("CARE_") }
        environment["LC_ALL"] = "C.UTF-8"
        return environment
    }
}
