import CareModels
import Foundation
import Postgres
import Sealing

/// What one resource gives to one other.
struct KeptConsent: Sendable {
    var record: RecordID
    var place: Int
    var given: ConsentReading.Given
}

extension PostgresRunner {
    /// What is known of who asks and what they were given. How often consents were changed is read first: what is given after that is noticed.
    ///
    /// - Parameter house: whoever asks is a verified member of this one, who sees patients there: for an explanation alone.
    func accessKnown(_ claim: AccessRule.Claim, asMemberOf house: OrganisationID? = nil, _ key: PersonKey) async throws -> AccessRule.Known {
        let row = try await first(
            """
            SELECT coalesce((SELECT consents FROM access_heads WHERE owner_id = \(claim.owner)), 0)::bigint AS changes,
                coalesce((SELECT is_verified FROM providers WHERE provider_id = \(claim.actor) AND erased_at IS NULL), false) AS verified
            """)
        var known = AccessRule.Known(isVerified: try row?["verified"] ?? false, changes: try row?["changes"] ?? 0)
        let houses = try await query(
            """
            SELECT organisation_id FROM organisation_members m LEFT JOIN organisations o USING (organisation_id)
            WHERE m.user_id = \(claim.actor) AND m.is_practitioner AND NOT coalesce(o.is_closed, false) LIMIT 1000
            """)
        known.organisations = Set(try houses.map { try $0["organisation_id"] })
        if let house {
            known.isVerified = true
            let isClosed = try await first("SELECT 1 FROM organisations WHERE organisation_id = \(house) AND is_closed") != nil
            if !isClosed { known.organisations.insert(house) }
        }
        let toThem: SQL = """
            AND (actor_id = \(claim.actor) OR client_id = \(claim.client) OR organisation_id = ANY(\(known.organisations.map(\.uuid))::uuid[]))
            """
        let rows = try await query(KeptConsent.selection(of: claim.owner, toThem))
        known.consents = try rows.map { row in
            let kept = try KeptConsent(row, key)
            return AccessRule.Known.Consent(record: kept.record, grantee: kept.given.grantee, grant: kept.given.grant)
        }
        let overrides = try await query(
            """
            SELECT id, ends_at FROM overrides WHERE owner_id = \(claim.owner) AND provider_id = \(claim.actor) AND ends_at > \(claim.now)
            ORDER BY ends_at DESC LIMIT 10
            """)
        known.overrides = try overrides.map { AccessRule.Known.Override(id: try $0["id"], endsAt: try $0["ends_at"]) }
        return known
    }

    /// Everything that a person gives, by resource.
    func consents(of owner: UserID, _ key: PersonKey) async throws -> [KeptConsent] {
        try await query(KeptConsent.selection(of: owner, "")).map { try KeptConsent($0, key) }
    }

    func consentChanges(of owner: UserID) async throws -> Int {
        try await first("SELECT consents FROM access_heads WHERE owner_id = \(owner)")?["consents"] ?? 0
    }
}

extension Transaction {
    /// What this resource gives from now on, in the place of what it gave. Goes out with the next statement or the commit.
    func keep(_ given: [ConsentReading.Given], of record: RecordID, version: Int, _ key: PersonKey) async throws {
        try await executeLater("DELETE FROM consents WHERE record_id = \(record)")
        for (place, one) in given.enumerated() {
            let terms = try key.seal(json: one.grant, at: KeptConsent.place(record, place))
            let grantee = GranteeColumns(one.grantee)
            try await executeLater(
                """
                INSERT INTO consents (record_id, place, version, owner_id, grantee, actor_id, organisation_id, client_id, terms)
                VALUES (\(record), \(place)::integer, \(version), \(key.person), \(grantee.kind), \(grantee.actor), \(grantee.organisation), \(grantee.client), \(terms))
                """)
        }
    }

    /// What others have given to who is erased is gone with them.
    func eraseConsents(to person: UserID) async throws { try await execute("DELETE FROM consents WHERE actor_id = \(person)") }
}

extension KeptConsent {
    private static let columns = "record_id, c.place, c.grantee, c.actor_id, c.organisation_id, c.client_id, c.terms"
    /// So many, and so many bytes of them, are read at once, by whoever asks for anything: the rest gives nothing.
    private static let most = 1000
    private static let mostBytes = 2 << 20

    fileprivate static func selection(of owner: UserID, _ condition: SQL) -> SQL {
        """
        SELECT * FROM (
            SELECT \(unescaped: columns), sum(octet_length(c.terms)) OVER (ORDER BY record_id, c.place) AS said
            FROM consents c JOIN records r USING (record_id, version) WHERE c.owner_id = \(owner) AND r.status <> 'deleted' \(condition)
        ) AS kept WHERE said <= \(mostBytes) ORDER BY record_id, place LIMIT \(most)
        """
    }

    fileprivate static func place(_ record: RecordID, _ place: Int) -> String { "consents terms \(record) \(place)" }

    fileprivate init(_ row: Row, _ key: PersonKey) throws {
        record = try row["record_id"]
        let number: Int32 = try row["place"]
        place = Int(number)
        let kind: GranteeColumns.Kind = try row["grantee"]
        let (actor, organisation, client): (UserID?, OrganisationID?, String?) = (try row["actor_id"], try row["organisation_id"], try row["client_id"])
        let grantee: Grantee? =
            switch kind {
            case .provider: actor.map { .provider($0) }
            case .person: actor.map { .person($0) }
            case .organisation: organisation.map { .organisation($0) }
            case .client: client.map { .client($0) }
            }
        let grant: ConsentGrant = try key.open(json: try row["terms"], at: Self.place(record, place))
        guard let grantee else { throw CannotOpen() }
        given = ConsentReading.Given(grantee: grantee, grant: grant)
    }
}

private struct GranteeColumns {
    enum Kind: String, PostgresEncodable, PostgresDecodable { case provider, person, organisation, client }

    var kind: Kind
    var actor: UserID?
    var organisation: OrganisationID?
    var client: String?

    init(_ grantee: Grantee) {
        switch grantee {
        case .provider(let id): (kind, actor) = (.provider, id)
        case .person(let id): (kind, actor) = (.person, id)
        case .organisation(let id): (kind, organisation) = (.organisation, id)
        case .client(let id): (kind, client) = (.client, id)
        }
    }
}
