import Postgres

/// Makes the tables of a service's database Citus' own.
struct Citus: Sendable {
    enum Refusal: Error, Equatable, CustomStringConvertible {
        /// The extension is not in this database.
        case missing
        case obstacles([Obstacle])
        /// Programs that are connected.
        case inUse([String])
        /// A table that somebody has distributed otherwise.
        case otherwise(table: String, found: String, wanted: String)

        var description: String {
            switch self {
            case .missing:
                "this database has no extension citus. On servers that have Citus installed and preloaded, a superuser says CREATE EXTENSION citus in it; without it a service has one primary"
            case .obstacles(let found):
                "its schema breaks \(found.count) \(found.count == 1 ? "rule" : "rules") of Citus, so nothing was distributed:\n"
                    + found.map { "  \($0.what): \($0.why)" }.joined(separator: "\n")
            case .inUse(let names): "\(names.joined(separator: ", ")) is connected. Stop the service first: its tables are locked while their rows move"
            case .otherwise(let table, let found, let wanted):
                "\(table) is \(found) already, and should be \(wanted). Undo that first: SELECT undistribute_table('\(table)')"
            }
        }
    }

    let distribution: Distribution

    /// Returns the tables that were distributed now: none when all are already. What was done before it failed stays, and is passed over the next time.
    func distribute(_ connection: PostgresConnection) async throws -> [String] {
        guard try await connection.first("SELECT 1 FROM pg_extension WHERE extname = 'citus'") != nil else { throw Refusal.missing }
        let catalogue = try await connection.catalogue()
        let obstacles = distribution.obstacles(catalogue)
        guard obstacles.isEmpty else { throw Refusal.obstacles(obstacles) }
        let made = try await made(connection)
        let steps = distribution.steps(catalogue)
        for step in steps {
            guard let found = made[step.table], found != Self.described(step) else { continue }
            throw Refusal.otherwise(table: step.table, found: found, wanted: Self.described(step))
        }
        let missing = steps.filter { made[$0.table] == nil }
        if missing.isEmpty { return [] }
        let sessions = try await connection.otherSessions()
        guard sessions.isEmpty else { throw Refusal.inUse(sessions) }
        for step in missing { try await make(step, connection) }
        return missing.map(\.table)
    }

    /// How each table is that is Citus' already.
    private func made(_ connection: PostgresConnection) async throws -> [String: String] {
        var made: [String: String] = [:]
        for row in try await connection.query("SELECT table_name::text AS name, citus_table_type::text AS type, distribution_column::text AS column FROM citus_tables") {
            let (name, type, column): (String, String, String?) = (try row["name"], try row["type"], try row["column"])
            // A table of the coordinator that foreign keys have made known to Citus is none of ours.
            if type != "local" { made[name] = type == "reference" ? Self.everywhere : "spread by \(column ?? "nothing")" }
        }
        return made
    }

    private static let everywhere = "on every node"
    private static func described(_ step: Distribution.Step) -> String { step.column.map { "spread by \($0)" } ?? everywhere }

    private func make(_ step: Distribution.Step, _ connection: PostgresConnection) async throws {
        if let column = step.column {
            // `none`: beside nothing that happens to be there with a column of this type.
            let with = step.with ?? "none"
            try await connection.execute("SELECT create_distributed_table(\(step.table)::regclass, \(column)::text, colocate_with => \(with)::text)")
        } else {
            try await connection.execute("SELECT create_reference_table(\(step.table)::regclass)")
        }
    }
}
