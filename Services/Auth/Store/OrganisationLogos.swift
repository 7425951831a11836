import CareModels
import Postgres

extension PostgresRunner {
    /// Nil also of one that is closed.
    func logo(of organisation: OrganisationID) async throws -> AvatarRecord? {
        let row = try await first(
            """
            SELECT l.content_type, l.bytes, o.logo_revision FROM organisation_logos l JOIN organisations o ON o.id = l.organisation_id
            WHERE o.id = \(organisation) AND o.closed_at IS NULL AND o.logo_revision IS NOT NULL
            """)
        guard let row else { return nil }
        return AvatarRecord(avatar: Avatar(contentType: try row["content_type"], bytes: try row["bytes"]), revision: try row["logo_revision"])
    }
}

extension Transaction {
    /// Of the locked organisation, whose row says of which revision it is.
    func saveLogo(_ logo: Avatar, of organisation: OrganisationID) async throws {
        try await execute(
            """
            INSERT INTO organisation_logos (organisation_id, content_type, bytes) VALUES (\(organisation), \(logo.contentType), \(logo.bytes))
            ON CONFLICT (organisation_id) DO UPDATE SET content_type = excluded.content_type, bytes = excluded.bytes
            """)
    }

    func deleteLogo(of organisation: OrganisationID) async throws {
        try await execute("DELETE FROM organisation_logos WHERE organisation_id = \(organisation)")
    }
}
