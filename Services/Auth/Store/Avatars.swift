import CareModels
import Postgres

/// A picture as it is kept.
struct AvatarRecord: Equatable, Sendable {
    var avatar: Avatar
    /// Of the account when it came.
    var revision: Int
}

extension PostgresRunner {
    func avatar(of user: UserID) async throws -> AvatarRecord? {
        guard let row = try await first("SELECT content_type, bytes, revision FROM avatars WHERE user_id = \(user)") else { return nil }
        return AvatarRecord(avatar: Avatar(contentType: try row["content_type"], bytes: try row["bytes"]), revision: try row["revision"])
    }
}

extension Transaction {
    func avatarRevision(of user: UserID) async throws -> Int? {
        try await first("SELECT revision FROM avatars WHERE user_id = \(user)")?["revision"]
    }

    func save(_ record: AvatarRecord, of user: UserID) async throws {
        try await execute(
            """
            INSERT INTO avatars (user_id, content_type, bytes, revision)
            VALUES (\(user), \(record.avatar.contentType), \(record.avatar.bytes), \(record.revision))
            ON CONFLICT (user_id) DO UPDATE SET content_type = excluded.content_type, bytes = excluded.bytes, revision = excluded.revision
            """)
    }

    func deleteAvatar(of user: UserID) async throws {
        try await execute("DELETE FROM avatars WHERE user_id = \(user)")
    }
}
