import CareModels
import Foundation
import Outbox
import Postgres

extension PeopleTable {
    static let providers = PeopleTable(
        "providers", id: "provider_id", [Column("name") { "\($0.fullName ?? $0.username)" }, .isVerified(erased: "false")])
}

extension PostgresRunner {
    /// What providers are called.
    func names(ofProviders ids: Set<UserID>) async throws -> [UserID: String] {
        guard !ids.isEmpty else { return [:] }
        let rows = try await query("SELECT provider_id, name FROM providers WHERE provider_id = ANY(\(ids.map(\.uuid))::uuid[]) AND name IS NOT NULL")
        return Dictionary(try rows.map { (try $0["provider_id"], try $0["name"]) }, uniquingKeysWith: { first, _ in first })
    }

    func isVerifiedProvider(_ id: UserID) async throws -> Bool {
        try await first("SELECT 1 FROM providers WHERE provider_id = \(id) AND is_verified AND erased_at IS NULL") != nil
    }
}

extension Transaction {
    /// Leaves their id. Nothing of them comes back.
    func eraseProvider(_ id: UserID, at instant: Date) async throws {
        _ = try await erasePerson(id, version: 0, at: instant, in: .providers)
        try await batch([
            "DELETE FROM organisation_members WHERE user_id = \(id)",
            "DELETE FROM overrides WHERE provider_id = \(id)"
        ])
    }

    /// Notes that this version of a house was heard of, whatever it was about. The one before it; 0 when none was, nil when that is not known.
    func saw(_ id: OrganisationID, version: Int) async throws -> Int? {
        let row = try await first(
            """
            WITH held AS (SELECT seen_version FROM organisations WHERE organisation_id = \(id)), seen AS (
                INSERT INTO organisations (organisation_id, seen_version) VALUES (\(id), \(version))
                ON CONFLICT (organisation_id) DO UPDATE SET seen_version = greatest(organisations.seen_version, excluded.seen_version)
            )
            SELECT seen_version FROM held
            """)
        guard let row else { return 0 }
        return try row["seen_version"]
    }

    func project(_ id: OrganisationID, name: String?, version: Int, isClosed: Bool) async throws {
        try await execute(
            """
            INSERT INTO organisations (organisation_id, version, name, is_closed) VALUES (\(id), \(version), \(name)::text, \(isClosed))
            ON CONFLICT (organisation_id) DO UPDATE SET version = excluded.version, name = excluded.name, is_closed = excluded.is_closed
            WHERE organisations.version < excluded.version
            """)
    }

    /// Of whom the last event counts, whatever order they come in. The row of the provider, which stays when they are erased, decides against one that comes
    /// late.
    func project(_ member: UserID, in organisation: OrganisationID, isPractitioner: Bool, version: Int) async throws {
        try await execute(
            """
            WITH known AS (
                INSERT INTO providers (provider_id, version) VALUES (\(member), 0) ON CONFLICT (provider_id) DO UPDATE SET version = providers.version
                RETURNING erased_at
            )
            INSERT INTO organisation_members (organisation_id, user_id, version, is_practitioner)
            SELECT \(organisation)::uuid, \(member)::uuid, \(version)::bigint, \(isPractitioner)::boolean FROM known
            WHERE erased_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM organisations WHERE organisation_id = \(organisation) AND members_version >= \(version))
            ON CONFLICT (organisation_id, user_id) DO UPDATE SET version = excluded.version, is_practitioner = excluded.is_practitioner
            WHERE organisation_members.version < excluded.version
            """)
    }

    /// A snapshot's, in which whoever is not named is none.
    func projectMembers(_ members: [UserID: Bool], of organisation: OrganisationID, version: Int) async throws {
        for (member, isPractitioner) in members.sorted(by: { $0.key < $1.key }) {
            try await project(member, in: organisation, isPractitioner: isPractitioner, version: version)
        }
        try await execute(
            """
            UPDATE organisation_members SET version = \(version), is_practitioner = false
            WHERE organisation_id = \(organisation) AND version < \(version) AND NOT user_id = ANY(\(members.keys.map(\.uuid))::uuid[])
            """)
        try await execute(
            "UPDATE organisations SET members_version = greatest(members_version, \(version)) WHERE organisation_id = \(organisation)")
    }
}
