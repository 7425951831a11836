import CareModels
import Foundation
import Postgres

extension Transaction {
    /// Takes over what an event says, unless something newer is known or the person was erased. It says how the event follows what was held; of who was erased
    /// everything was seen.
    package func project(_ profile: PublicProfile, in table: PeopleTable) async throws -> VersionStep {
        let (versions, columns) = (table.versions, table.columns)
        let names = list(versions + columns.map(\.name))
        let values = list(versions.map { _ in "\(profile.version)" } + columns.map { $0.value(profile) })
        let next = list(versions.map { "\($0) = excluded.\($0)" } + columns.map { "\($0.name) = \($0.next(profile))" })
        let held = try await first(
            """
            WITH held AS (SELECT \(table.version) AS version, erased_at IS NOT NULL AS is_erased FROM \(table.name) WHERE \(table.id) = \(profile.userId)), taken AS (
                INSERT INTO \(table.name) AS kept (\(table.id), \(names)) VALUES (\(profile.userId), \(values))
                ON CONFLICT (\(table.id)) DO UPDATE SET \(next)
                WHERE kept.\(table.version) < excluded.\(table.version) AND kept.erased_at IS NULL
            )
            SELECT version, is_erased FROM held
            """)
        guard let held else { return VersionStep(after: 0, to: profile.version) }
        return try held["is_erased"] ? .seen : VersionStep(after: held["version"], to: profile.version)
    }

    /// A person of whom a token or another's event tells before their own has come: version 0, so that it fills the row.
    package func admit(_ id: UserID, as role: Role, in table: PeopleTable) async throws {
        try await execute(
            """
            INSERT INTO \(table.name) (\(table.id), \(table.version), role) VALUES (\(id), 0, \(role.rawValue)) ON CONFLICT (\(table.id)) DO NOTHING
            """)
    }

    /// Leaves only the id and the version, locked until the transaction ends. It says how the version follows what was held; nil when this was done before.
    package func erasePerson(_ id: UserID, version: Int, at instant: Date, in table: PeopleTable) async throws -> VersionStep? {
        let columns = table.columns.filter { $0.erased != nil }
        let names = table.versions + columns.map(\.name) + table.alsoErased
        let values = table.versions.map { _ in "\(version)" } + columns.compactMap(\.erased) + table.alsoErased.map { _ in "NULL" }
        let row = try await first(
            """
            WITH held AS (SELECT \(table.version) AS version FROM \(table.name) WHERE \(table.id) = \(id))
            INSERT INTO \(table.name) AS kept (\(table.id), erased_at, \(list(names))) VALUES (\(id), \(instant), \(list(values)))
            ON CONFLICT (\(table.id)) DO UPDATE SET erased_at = excluded.erased_at, \(list(names.map { "\($0) = excluded.\($0)" }))
            WHERE kept.erased_at IS NULL
            RETURNING coalesce((SELECT version FROM held), 0) AS version
            """)
        return try row.map { VersionStep(after: try $0["version"], to: version) }
    }

    private func list(_ parts: [SQL]) -> SQL { .join(parts, separator: ", ") }
}

extension PostgresRunner {
    package func isErased(_ id: UserID, in table: PeopleTable) async throws -> Bool {
        try await first("SELECT 1 FROM \(table.name) WHERE \(table.id) = \(id) AND erased_at IS NOT NULL") != nil
    }
}
