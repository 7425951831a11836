import CPostgres
import Foundation

/// Where the database is and how to get in.
///
/// `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=…`, or a Unix socket's directory as `?host=`.
/// Every parameter of libpq is understood (PostgreSQL manual, "Parameter Key Words"), and besides them, as settings of the session,
/// `statement_timeout`, `lock_timeout`, `idle_in_transaction_session_timeout` (milliseconds or with a unit, as in postgresql.conf)
/// and `statement_cache_size` (prepared statements a connection, 256). Unless the URL says otherwise: `connect_timeout=5`, and a
/// peer that has vanished is noticed within about 30 s. Of several hosts (`postgres://a:5432,b:5432,c:5432/…`) another one takes over, so
/// each is given 2 s to answer, and one that has vanished is noticed within about 5 s; where the one that takes writes is meant, none is waited for
/// while another could answer (`HostRace`).
package struct PostgresConfiguration: Sendable {
    var parameters: [String: String]
    private var settings: [String: String] = [:]
    var statementCacheSize = 256
    /// What is asked is read by an index wherever there is one, and nothing is compiled for it. A prepared statement keeps its plan until the
    /// statistics are made anew: one made when a table held two hundred rows reads all of it, each time, when a minute later it holds thirty thousand.
    package var prefersIndexes = false

    /// Throws `PostgresConfigurationError`, which never quotes the URL.
    package init(url: String) throws {
        let (libpq, settings) = try PostgresConfiguration.separate(url)
        parameters = try PostgresConfiguration.parse(libpq)
        for (name, value) in settings {
            if name == "statement_cache_size" {
                guard let size = Int(value), (1...10_000).contains(size) else {
                    throw PostgresConfigurationError(reason: "statement_cache_size must be from 1 to 10000")
                }
                statementCacheSize = size
            } else {
                guard value.wholeMatch(of: /[0-9]+ ?(us|ms|s|min|h|d)?/) != nil else {
                    throw PostgresConfigurationError(reason: "\(name) must be a number of milliseconds, or one with a unit, such as 30s")
                }
                self.settings[name] = value
            }
        }
        parameters.merge(hasSeveralHosts ? PostgresConfiguration.impatience : PostgresConfiguration.patience) { given, _ in given }
        parameters.merge(["application_name": "careline"]) { given, _ in given }
        parameters["client_encoding"] = "UTF8"
    }

    private static let patience = [
        "connect_timeout": "5", "keepalives_idle": "15", "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "30000"
    ]
    private static let impatience = [
        "connect_timeout": "2", "keepalives_idle": "3", "keepalives_interval": "1", "keepalives_count": "2", "tcp_user_timeout": "5000"
    ]

    private var hasSeveralHosts: Bool { ["host", "hostaddr"].contains { parameters[$0]?.contains(",") == true } }

    /// Several hosts, of which only the one that takes writes is connected to: what it is can change.
    var followsThePrimary: Bool { hasSeveralHosts && ["read-write", "primary"].contains(parameters["target_session_attrs"]) }

    /// The same for each of the URL's hosts, whatever that one is.
    var eachHost: [PostgresConfiguration] {
        hosts.map { host in
            var one = host
            one.parameters["target_session_attrs"] = "any"
            return one
        }
    }

    /// The same for each of the URL's hosts.
    private var hosts: [PostgresConfiguration] {
        func list(_ name: String) -> [String] { parameters[name].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? [] }
        let lists = ["host": list("host"), "hostaddr": list("hostaddr"), "port": list("port")]
        let count = max(1, lists["host", default: []].count, lists["hostaddr", default: []].count)
        return (0..<count).map { number in
            var one = self
            for (name, values) in lists {
                // A port may be given once for all.
                let value = values.count == count ? values[number] : values.first
                one.parameters[name] = value.flatMap { $0.isEmpty ? nil : $0 }
            }
            return one
        }
    }

    /// As `pg_stat_activity` shows it.
    package var applicationName: String {
        get { parameters["application_name"] ?? "" }
        set { parameters["application_name"] = newValue }
    }

    /// The database's name.
    package var database: String {
        get { parameters["dbname"] ?? parameters["user"] ?? "" }
        set { parameters["dbname"] = newValue }
    }

    private static let ownNames: Set<String> = [
        "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "statement_cache_size"
    ]

    /// Takes our own names out of the URL's query, since libpq refuses what it does not know.
    private static func separate(_ url: String) throws -> (libpq: String, settings: [(String, String)]) {
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
            throw PostgresConfigurationError(reason: "it must begin with postgres:// or postgresql://")
        }
        guard let mark = url.firstIndex(of: "?") else { return (url, []) }
        var kept: [Substring] = []
        var settings: [(String, String)] = []
        for part in url[url.index(after: mark)...].split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(pair[0])
            if ownNames.contains(name) {
                guard pair.count == 2, let value = String(pair[1]).removingPercentEncoding else {
                    throw PostgresConfigurationError(reason: "\(name) has no value")
                }
                settings.append((name, value))
            } else {
                kept.append(part)
            }
        }
        return (url[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")), settings)
    }

    private static func parse(_ url: String) throws -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            PQfreemem(message)  // it may quote the password
            throw PostgresConfigurationError(reason: "libpq cannot read it: check its port, its percent-encoding and the names after the question mark")
        }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return parameters
    }

    /// Blocks.
    func connect() throws(PostgresConnectFailure) -> Handle {
        guard followsThePrimary else { return try connectInTurn() }
        let hosts = hosts
        let race = HostRace<Handle>(
            hosts: hosts.count,
            ask: { host in
                do throws(PostgresConnectFailure) { return .success(try hosts[host].connectInTurn()) } catch { return .failure(error) }
            }, giveBack: { PQfinish($0.pointer) })
        return try race.run()
    }

    /// To the first of the URL's hosts that is meant, as libpq tries them. Blocks.
    private func connectInTurn() throws(PostgresConnectFailure) -> Handle {
        var all = parameters
        if !settings.isEmpty {
            let own = settings.sorted { $0.key < $1.key }.map { "-c \($0.key)=\($0.value.replacing(" ", with: ""))" }
            all["options"] = ([parameters["options"]].compactMap { $0 } + own).joined(separator: " ")
        }
        let names = all.keys.sorted()
        var keywords: [UnsafePointer<CChar>?] = names.map { UnsafePointer(strdup($0)) }
        var values: [UnsafePointer<CChar>?] = names.map { UnsafePointer(strdup(all[$0]!)) }
        defer { for text in keywords + values { free(UnsafeMutablePointer(mutating: text)) } }
        keywords.append(nil)
        values.append(nil)
        guard let connection = PQconnectdbParams(keywords, values, 0) else { throw .unknown }
        guard PQstatus(connection) == CONNECTION_OK else {
            let message = String(cString: PQerrorMessage(connection))
            PQfinish(connection)
            throw PostgresConnectFailure(message: message)
        }
        // Not among the options of the start-up, which poolers refuse. Where it fails the connection serves all the same, or is found dead when it is used.
        if prefersIndexes { PQclear(PQexec(connection, "SET enable_seqscan = off; SET jit = off")) }
        return Handle(pointer: connection)
    }
}

extension PostgresConfiguration: CustomStringConvertible, CustomReflectable {
    /// Without the password.
    package var description: String {
        let shown = ["host", "port", "dbname", "user", "sslmode"].compactMap { name in parameters[name].map { "\(name)=\($0)" } }
        return shown.joined(separator: " ")
    }

    package var customMirror: Mirror { Mirror(self, children: ["connection": description]) }
}

/// A database URL that cannot be used. Never quotes it, since it may hold a password.
package struct PostgresConfigurationError: Error, Sendable, CustomStringConvertible {
    package let reason: String
    package var description: String { "the database's URL is not usable: \(reason)" }
}
