import CareModels
import Foundation
import Postgres

extension PostgresRunner {
    /// Who may have given something to a verified provider, by consent, by one to a house where they see patients, or in an emergency: in the order of their
    /// ids, from one of them on or behind it. What each has given, and whether it still counts, says `AccessRule`.
    func persons(givingTo provider: UserID, from place: PersonsPlace?, now: Date, limit: Int) async throws -> [UserID] {
        let from = Self.condition(place, "owner_id")
        return try await query(
            """
            WITH houses AS (
                SELECT organisation_id FROM organisation_members m LEFT JOIN organisations o USING (organisation_id)
                WHERE m.user_id = \(provider) AND m.is_practitioner AND NOT coalesce(o.is_closed, false)
            )
            SELECT owner_id FROM (
                SELECT owner_id FROM consents WHERE actor_id = \(provider)
                UNION SELECT owner_id FROM consents WHERE organisation_id IN (SELECT organisation_id FROM houses)
                UNION SELECT owner_id FROM overrides WHERE provider_id = \(provider) AND ends_at > \(now)
            ) AS giving
            WHERE \(from) AND EXISTS (SELECT 1 FROM providers WHERE provider_id = \(provider) AND is_verified AND erased_at IS NULL)
            ORDER BY owner_id LIMIT \(limit)
            """
        ).map { try $0["owner_id"] }
    }

    /// Everybody of whom something may be stored, likewise.
    func persons(from place: PersonsPlace?, limit: Int) async throws -> [UserID] {
        let from = Self.condition(place, "person_id")
        return try await query("SELECT person_id FROM person_keys WHERE wrapped_key IS NOT NULL AND \(from) ORDER BY person_id LIMIT \(limit)")
            .map { try $0["person_id"] }
    }

    /// Whose record has this Patient resource, by the id that it was given here; nil when none has. Who asks must not be told before it is known that they may.
    func owner(ofPatient id: RecordID) async throws -> UserID? {
        try await first("SELECT owner_id FROM records WHERE record_id = \(id) AND type = 'Patient'").map { try $0["owner_id"] }
    }

    /// Whom each of these ids stands for: the person in whose record it is a Patient resource, or of whom something may be stored. What is missing stands for nobody.
    func persons(named ids: [UserID]) async throws -> [UserID: UserID] {
        let rows = try await query(
            """
            SELECT record_id AS named_id, owner_id FROM records WHERE record_id = ANY(\(ids.map(\.uuid))::uuid[]) AND type = 'Patient'
            UNION ALL
            SELECT person_id, person_id FROM person_keys WHERE person_id = ANY(\(ids.map(\.uuid))::uuid[]) AND wrapped_key IS NOT NULL
            """)
        var persons: [UserID: UserID] = [:]
        for row in rows {
            let (named, owner): (UserID, UserID) = (try row["named_id"], try row["owner_id"])
            persons[named] = owner
        }
        return persons
    }

    private static func condition(_ place: PersonsPlace?, _ column: String) -> SQL {
        guard let place else { return "true" }
        return place.isWithin ? "\(unescaped: column) >= \(place.owner)" : "\(unescaped: column) > \(place.owner)"
    }
}
