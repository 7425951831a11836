import CareModels
import Postgres

/// How much of an organisation is known.
struct FollowedOrganisation: Sendable {
    var id: OrganisationID
    /// Of the latest event that came.
    var version: Int
    /// Up to here all is known of its members; what comes of before says nothing new.
    var settled: Int
}

extension PostgresReader {
    /// The organisations at whose front desk they are, and in which the provider practises.
    func frontDesks(of user: UserID, for provider: UserID) async throws -> [OrganisationID] {
        try await query("\(Self.frontDesks(of: user, for: provider)) LIMIT 1000").map { try $0["organisation_id"] }
    }

    fileprivate static func frontDesks(of user: UserID, for provider: UserID) -> SQL {
        """
        SELECT d.organisation_id FROM organisation_members d JOIN organisation_members p USING (organisation_id)
        WHERE d.user_id = \(user) AND d.roles && \(FrontDesk.roles.map(\.rawValue))::text[]
            AND p.user_id = \(provider) AND \(OrganisationRole.practitioner.rawValue) = ANY(p.roles) ORDER BY d.organisation_id
        """
    }

    /// What the caller is to this appointment; nil for a stranger. Who acts for somebody at a desk is not there themselves.
    func actor(of caller: Caller, to record: AppointmentRecord) async throws -> AppointmentState.Actor? {
        if let party = record.actor(of: caller.user) { return party }
        // What is at another house's desk, or at none, is none of a desk's business.
        guard caller.isInPerson, let organisation = record.organisationId else { return nil }
        return try await frontDesks(of: caller.user, for: record.providerId).contains(organisation) ? .frontDesk : nil
    }

    func practises(_ provider: UserID, in organisation: OrganisationID) async throws -> Bool {
        try await first(
            """
            SELECT 1 FROM organisation_members
            WHERE user_id = \(provider) AND organisation_id = \(organisation) AND \(OrganisationRole.practitioner.rawValue) = ANY(roles)
            """) != nil
    }
}

extension Transaction {
    /// At which front desk they book: the first of those. Who they and the provider are there stays so until the commit.
    func lockFrontDesk(of user: UserID, for provider: UserID) async throws -> OrganisationID? {
        try await first("\(Self.frontDesks(of: user, for: provider)) LIMIT 1 FOR SHARE OF d, p")?["organisation_id"]
    }

    /// The organisation, locked until the commit: its events are taken one after the other.
    func lockOrganisation(_ id: OrganisationID) async throws -> FollowedOrganisation {
        try await execute("INSERT INTO organisations (organisation_id) VALUES (\(id)) ON CONFLICT DO NOTHING")
        let rows = try await query("SELECT version, settled_version FROM organisations WHERE organisation_id = \(id) FOR NO KEY UPDATE")
        return FollowedOrganisation(id: id, version: try rows[0]["version"], settled: try rows[0]["settled_version"])
    }

    func save(_ organisation: FollowedOrganisation) async throws {
        try await execute(
            "UPDATE organisations SET version = \(organisation.version), settled_version = \(organisation.settled) WHERE organisation_id = \(organisation.id)")
    }

    /// Those of them who were not erased, of whom none is before the commit.
    func lockLiving(_ people: [UserID]) async throws -> Set<UserID> {
        let ids = people.map(\.uuid)
        try await execute(
            "INSERT INTO people (user_id, version) SELECT id, 0 FROM unnest(\(ids)::uuid[]) AS id ORDER BY id ON CONFLICT (user_id) DO NOTHING")
        let rows = try await query(
            "SELECT user_id FROM people WHERE user_id = ANY(\(ids)::uuid[]) AND erased_at IS NULL ORDER BY user_id FOR SHARE")
        return try rows.reduce(into: []) { $0.insert(try $1["user_id"]) }
    }

    /// What a member does in the organisation as of this version, unless something later is known; nothing: they have left.
    func setMember(_ user: UserID, of organisation: OrganisationID, roles: [OrganisationRole], version: Int) async throws {
        try await execute(
            """
            INSERT INTO organisation_members (organisation_id, user_id, version, roles)
            VALUES (\(organisation), \(user), \(version), \(roles.map(\.rawValue))::text[])
            ON CONFLICT (organisation_id, user_id) DO UPDATE SET version = excluded.version, roles = excluded.roles
            WHERE organisation_members.version < excluded.version
            """)
    }

    /// All the members as of this version, in place of those known of before.
    func setMembers(_ members: [OrganisationSnapshot.Member], of organisation: OrganisationID, version: Int) async throws {
        try await execute("DELETE FROM organisation_members WHERE organisation_id = \(organisation) AND version <= \(version)")
        let roles = members.map { $0.roles.map(\.rawValue).joined(separator: " ") }
        try await execute(
            """
            INSERT INTO organisation_members (organisation_id, user_id, version, roles)
            SELECT \(organisation)::uuid, id, \(version)::bigint, string_to_array(words, ' ')
            FROM unnest(\(members.map(\.userId.uuid))::uuid[], \(roles)::text[]) AS member (id, words)
            ON CONFLICT (organisation_id, user_id) DO NOTHING
            """)
    }

    func deleteMemberships(of person: UserID) async throws {
        try await execute("DELETE FROM organisation_members WHERE user_id = \(person)")
    }
}
