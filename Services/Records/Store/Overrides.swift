import CareModels
import Foundation
import Postgres
import Sealing

/// A provider reads a record without the person's consent, for a while.
struct Override: Equatable, Sendable {
    var id: RecordOverrideID
    var owner: UserID
    var provider: UserID
    var beganAt: Date
    var endsAt: Date
    /// Nil when it can no longer be read.
    var reason: String?

    fileprivate static func place(_ id: RecordOverrideID) -> String { "overrides reason \(id)" }
}

extension Transaction {
    func insert(_ override: Override, _ key: PersonKey) async throws {
        let reason = try key.seal(override.reason ?? "", at: Override.place(override.id))
        try await execute(
            """
            INSERT INTO overrides (id, owner_id, provider_id, began_at, ends_at, reason)
            VALUES (\(override.id), \(override.owner), \(override.provider), \(override.beganAt), \(override.endsAt), \(reason))
            """)
    }
}

extension PostgresRunner {
    /// The latest first, those behind `cursor`.
    func overrides(after cursor: TimeCursor<RecordOverride>?, limit: Int, _ keys: PersonKeys) async throws -> [Override] {
        let place: SQL = cursor.map { "WHERE (began_at, id) < (\($0.instant), \($0.id))" } ?? ""
        let rows = try await query(
            "SELECT id, owner_id, provider_id, began_at, ends_at, reason FROM overrides \(place) ORDER BY began_at DESC, id DESC LIMIT \(limit)")
        let owners = Set(try rows.map { row -> UserID in try row["owner_id"] })
        let opened = try await keys.forReading(owners, self)
        return try rows.map { row in
            let (id, owner): (RecordOverrideID, UserID) = (try row["id"], try row["owner_id"])
            let sealed: [UInt8] = try row["reason"]
            return Override(
                id: id, owner: owner, provider: try row["provider_id"], beganAt: try row["began_at"], endsAt: try row["ends_at"],
                reason: opened[owner].flatMap { try? $0.openText(sealed, at: Override.place(id)) })
        }
    }
}
