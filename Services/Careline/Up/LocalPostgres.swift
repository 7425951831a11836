import Foundation

/// A private PostgreSQL cluster in the state directory: no TCP port, a socket in a directory that only its owner enters, a
/// password for each service's role. The system's own server is not touched.
struct LocalPostgres {
    var layout: Layout
    var secrets: Secrets
    var inherited: [String: String]

    private var data: String { layout.postgres + "/data" }

    /// A socket's path may have 107 bytes (unix(7)); a deep checkout takes a directory under /tmp instead.
    var socketDirectory: String {
        let own = layout.postgres + "/socket"
        guard (own + "/.s.PGSQL.5432").utf8.count > 107 else { return own }
        let place = layout.state.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return "/tmp/careline-\(String(place, radix: 36))"
    }

    var socket: String { socketDirectory + "/.s.PGSQL.5432" }

    func url(database: String, user: String, password: String) -> String {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let host = socketDirectory.addingPercentEncoding(withAllowedCharacters: allowed) ?? socketDirectory
        return "postgres://\(user):\(password)@/\(database)?host=\(host)"
    }

    func url(of service: PlatformService) throws -> String {
        url(database: service.database, user: service.database, password: try secrets.password("postgres-\(service.name)"))
    }

    // MARK: Making and running it

    /// Makes the cluster when there is none. Returns whether it was made.
    func prepare() async throws -> Bool {
        try FileManager.default.createDirectory(atPath: layout.postgres, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.createDirectory(atPath: socketDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try own(layout.postgres)
        try own(socketDirectory)
        if FileManager.default.fileExists(atPath: data + "/PG_VERSION") { return false }
        // A cluster whose making was interrupted has no PG_VERSION in place; initdb wants an empty directory.
        let unfinished = layout.postgres + "/unfinished"
        try? FileManager.default.removeItem(atPath: unfinished)
        try await errand(
            "initdb", ["-D", unfinished, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--auth=reject", "--no-instructions"], asOwner: true)
        try settings(in: unfinished)
        try FileManager.default.moveItem(atPath: unfinished, toPath: data)
        return true
    }

    func member() throws -> Crew.Member {
        let program = try binaries() + "/postgres"
        let arguments = [
            "-D", data, "-k", socketDirectory, "-c", "listen_addresses=", "-c", "port=5432", "-c", "max_connections=200",
            "-c", "unix_socket_permissions=0700",
        ]
        let words = try asOwner([program] + arguments)
        return Crew.Member(
            name: "postgres", stage: .database,
            launch: Launch(
                executable: words[0], arguments: Array(words.dropFirst()), environment: environment, directory: layout.state,
                log: layout.log("postgres"), signalWhenOrphaned: ownerIsOther ? nil : "INT"),
            readiness: .postgres(binaries: try binaries(), socketDirectory: socketDirectory, log: layout.log("postgres-ready"), environment: environment),
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
        try await errand("psql", ["-X", "-q", "-h", socketDirectory, "-U", "postgres", "-d", "postgres", "-v", "ON_ERROR_STOP=1", "-f", file], asOwner: false)
    }

    // MARK: The user it runs as

    /// PostgreSQL refuses to run as root; Debian's `postgres` user takes its place then.
    private var ownerIsOther: Bool { geteuid() == 0 }

    private func asOwner(_ words: [String]) throws -> [String] {
        guard ownerIsOther else { return words }
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

    private func own(_ path: String) throws {
        guard ownerIsOther else { return }
        try FileManager.default.setAttributes([.ownerAccountName: "postgres", .groupOwnerAccountName: "postgres"], ofItemAtPath: path)
    }

    private var ownerName: String { ownerIsOther ? "root" : NSUserName() }

    private func settings(in directory: String) throws {
        // Who owns the socket's directory is the administrator; each service comes with its password.
        let access = "local all postgres peer map=owner\nlocal all all scram-sha-256\n"
        try access.write(toFile: directory + "/pg_hba.conf", atomically: false, encoding: .utf8)
        try "owner \(ownerName) postgres\n".write(toFile: directory + "/pg_ident.conf", atomically: false, encoding: .utf8)
    }

    // MARK: Its programs

    /// Those of the version that made the cluster, else the newest.
    private func binaries() throws -> String {
        let made = try? String(contentsOfFile: data + "/PG_VERSION", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []).compactMap { Int($0) }
        if let made {
            let directory = "/usr/lib/postgresql/\(made)/bin"
            guard FileManager.default.isExecutableFile(atPath: directory + "/postgres") else {
                throw CrewFailure(description: "the databases in \(data) were made by PostgreSQL \(made), which is not installed any more.\nInstall it (apt-get install postgresql-\(made)), or start with another --state.")
            }
            return directory
        }
        return "/usr/lib/postgresql/\(versions.max() ?? 0)/bin"
    }

    private var environment: [String: String] {
        // Nothing of the operator's own PGHOST, PGPORT … leads elsewhere.
        var environment = inherited.filter { !$0.key.hasPrefix("PG") && !$0.key.hasPrefix("CARE_") }
        environment["LC_ALL"] = "C.UTF-8"
        return environment
    }

    private func errand(_ program: String, _ arguments: [String], asOwner other: Bool) async throws {
        let plain = [try binaries() + "/" + program] + arguments
        let words = other ? try asOwner(plain) : plain
        let launch = Launch(
            executable: words[0], arguments: Array(words.dropFirst()), environment: environment, directory: layout.state, log: layout.log(program))
        try await Errand.run(launch, within: .seconds(60))
    }
}
