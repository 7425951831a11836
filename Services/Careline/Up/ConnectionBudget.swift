import Postgres

/// Whether each server of databases lets in as many connections as the services may open there. A pool opens them when it needs them: where they are too few,
/// that shows under the first load, as requests that hear 503.
struct ConnectionBudget: Sendable, Equatable {
    var service: String
    /// Databases of one server say the same.
    var server: String
    /// That the server lets in, without those that it keeps for administrators.
    var most: Int
    /// That the service's replicas may open there.
    var needed: Int

    /// Of one replica its pool, the relay's three, and where it reads from standbys two more (docs/operators.md, "Databases").
    static func demand(of service: PlatformService, replicas: Int, _ environment: [String: String]) -> Int {
        let pool = environment["CARE_DATABASE_POOL_SIZE"].flatMap { Int($0) } ?? 8
        let readsFromStandbys = ["", "_FILE"].contains { environment[service.standbySetting + $0] != nil }
        return replicas * (pool + (readsFromStandbys ? 5 : 3))
    }

    /// Asks the service's database.
    static func of(_ service: PlatformService, at url: String, replicas: Int, _ environment: [String: String]) async throws -> ConnectionBudget {
        try await Databases.withPool(of: service, at: url) { pool in
            try await pool.withConnection { connection in
                let rows = try await connection.query(
                    """
                    SELECT (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                        - coalesce(current_setting('reserved_connections', true)::int, 0))::bigint AS most,
                      coalesce(host(inet_server_addr()), '') || ' ' || pg_postmaster_start_time()::text AS server
                    """)
                guard let row = rows.first else { throw Failure("the database of \(service.name) does not say how many connections it takes") }
                return ConnectionBudget(
                    service: service.name, server: try row["server"], most: try row["most"], needed: demand(of: service, replicas: replicas, environment))
            }
        }
    }

    /// One for each server.
    static func checks(_ budgets: [ConnectionBudget]) -> [Check] {
        var servers: [String] = []
        for budget in budgets where !servers.contains(budget.server) { servers.append(budget.server) }
        return servers.map { server -> Check in
            let here = budgets.filter { $0.server == server }
            let (needed, most) = (here.reduce(0) { $0 + $1.needed }, here.map(\.most).min() ?? 0)
            let names = here.map(\.service).joined(separator: ", ")
            guard needed > most else { return .fine("connections to PostgreSQL", "at most \(needed) of \(most) for \(names)") }
            return .fault(
                "connections to PostgreSQL", "\(names) may open \(needed), and their server lets \(most) in",
                mend: "raise its max_connections by \(needed - most) and restart it, or lower CARE_DATABASE_POOL_SIZE, or run fewer replicas")
        }
    }
}
