import CareModels
import Foundation
import Postgres
import Sealing

extension AppDataKey {
    fileprivate struct Contents: Codable {
        var publicKey: String
        var name: String?
    }

    fileprivate static let columns = "id, thumbprint, sealed, created_at, retired_at"

    fileprivate static func place(_ id: AppDataKeyID) -> String { "app_data_keys \(id)" }

    fileprivate init(_ row: Row, _ key: PersonKey) throws {
        let id: AppDataKeyID = try row["id"]
        let contents = try key.open(json: try row["sealed"], as: Contents.self, at: Self.place(id))
        self.init(
            id: id, thumbprint: try row["thumbprint"], publicKey: contents.publicKey, name: contents.name, createdAt: try row["created_at"],
            retiredAt: try row["retired_at"])
    }
}

extension PostgresRunner {
    /// By their ids, those after one.
    func appDataKeys(after: AppDataKeyID?, limit: Int, _ key: PersonKey) async throws -> [AppDataKey] {
        let later: SQL = after.map { "AND id > \($0)" } ?? ""
        let rows = try await query(
            "SELECT \(unescaped: AppDataKey.columns) FROM app_data_keys WHERE owner_id = \(key.person) \(later) ORDER BY id LIMIT \(limit)")
        return try rows.map { try AppDataKey($0, key) }
    }

    func appDataKey(_ thumbprint: String, _ key: PersonKey) async throws -> AppDataKey? {
        let row = try await first(
            "SELECT \(unescaped: AppDataKey.columns) FROM app_data_keys WHERE owner_id = \(key.person) AND thumbprint = \(thumbprint)")
        return try row.map { try AppDataKey($0, key) }
    }

    /// Which of these are the person's, and whether each is retired.
    func retirements(of thumbprints: [String], _ owner: UserID) async throws -> [String: Bool] {
        let rows = try await query(
            """
            SELECT thumbprint, retired_at IS NOT NULL AS retired FROM app_data_keys
            WHERE owner_id = \(owner) AND thumbprint = ANY(\(thumbprints)::text[])
            """)
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0["thumbprint"], try $0["retired"]) })
    }
}

extension Transaction {
    func countAppDataKeys(of owner: UserID) async throws -> Int {
        try await first("SELECT count(*) FROM app_data_keys WHERE owner_id = \(owner)")?[0] ?? 0
    }

    func insert(_ added: AppDataKey, _ key: PersonKey) async throws {
        let contents = AppDataKey.Contents(publicKey: added.publicKey, name: added.name)
        try await execute(
            """
            INSERT INTO app_data_keys (id, owner_id, thumbprint, sealed, created_at)
            VALUES (\(added.id), \(key.person), \(added.thumbprint), \(try key.seal(json: contents, at: AppDataKey.place(added.id))), \(added.createdAt))
            """)
    }

    /// False when the person has no such key; one that was retired stays so.
    func retireAppDataKey(_ id: AppDataKeyID, of owner: UserID, at instant: Date) async throws -> Bool {
        try await execute(
            "UPDATE app_data_keys SET retired_at = coalesce(retired_at, \(instant)) WHERE id = \(id) AND owner_id = \(owner)") == 1
    }
}
